"""Training of models (the `train` extra): prepare, batch, train, evaluate, export."""
