"""Training runs: recipe, training loop, checkpoints, distributed processes."""
