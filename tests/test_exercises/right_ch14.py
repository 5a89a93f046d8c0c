"""Right answers to the exercises of chapter 14."""

TABLES = {}

RIGHT = {}
