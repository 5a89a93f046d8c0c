"""Right answers to the exercises of chapter 10."""

TABLES = {}

RIGHT = {}
