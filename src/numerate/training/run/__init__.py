"""Training runs: the loop, its recipe, checkpoints and processes."""
