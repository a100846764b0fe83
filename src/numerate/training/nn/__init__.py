"""Networks: number embeddings, encoders, leave-one-out attention, heads, the model."""
