"""Running text to numbers with exact character spans, and sentences. No model here."""
