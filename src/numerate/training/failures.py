"""The ends a training run can come to that its user can put right."""

from __future__ import annotations


class TrainingError(ValueError):
    """Says what is in the way of a run and what to do about it."""


class BrokenDataError(TrainingError):
    """Instances that do not hold together, or that do not suit the model."""


class DivergedError(TrainingError):
    """A loss that is no number any more, or grows without bound."""
