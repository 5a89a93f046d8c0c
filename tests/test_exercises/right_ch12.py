"""Right answers to the exercises of chapter 12."""

TABLES = {}

RIGHT = {}
