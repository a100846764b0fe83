"""The MCP server: checking, reading, predicting and comparing numbers as tools of an agent."""
