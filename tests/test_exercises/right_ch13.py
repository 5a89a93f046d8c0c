"""Right answers to the exercises of chapter 13."""

TABLES = {}

RIGHT = {}
