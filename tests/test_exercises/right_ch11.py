"""Right answers to the exercises of chapter 11."""

TABLES = {}

RIGHT = {}
