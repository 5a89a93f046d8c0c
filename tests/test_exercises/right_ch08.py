"""Right answers to the exercises of chapter 08."""

TABLES = {}

RIGHT = {}
