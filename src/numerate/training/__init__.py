"""The workshop, where models are made (the `train` extra)."""
