"""A graph on disk, run on arrays: by onnxruntime on the processors, or by torch on a GPU."""

from .graph import Feeds, Graph, open_graph

__all__ = ["Feeds", "Graph", "open_graph"]
