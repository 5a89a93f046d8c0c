"""Helpers for *Both Ends of a Language Model*; import each module by name."""
