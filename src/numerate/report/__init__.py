"""Findings, the report that holds them, options, and output formats."""
