"""Right answers to the exercises of chapter 09."""

TABLES = {}

RIGHT = {}
