"""The paper's tables and ours: what was run, what came out, and the commands that do it again."""
