"""Right answers to the exercises of chapter 07."""

TABLES = {}

RIGHT = {}
