"""Right answers to the exercises of chapter 10, written in different styles by hand."""

RIGHT = {
    "saving-weights-alone": [lambda: ("B", 2), lambda: ["b", "2"], ("B ", " 2")],
    "saving-missing-head": [lambda: ("B", 1), lambda: ["b", "1"], ("B ", " 1")],
}
TABLES = {"saving-weights-alone": ["B", "2"], "saving-missing-head": ["B", "1"]}
