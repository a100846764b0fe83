"""Well-known figures of the world: the table of facts, and how a text states one of them."""
