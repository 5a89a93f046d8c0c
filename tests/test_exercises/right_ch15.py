"""Right answers to the exercises of chapter 15."""

TABLES = {}

RIGHT = {}
