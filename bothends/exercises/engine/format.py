"""Write cells, answers and errors down: short, printable, the same on every machine."""

from bothends.exercises.engine.answers import Answer, Cell

LONG = 10**15


def cell_text(cell: Cell) -> str:
    """Return a number with six digits, or text in quotes."""
    if isinstance(cell, str):
        return repr(printable(cell, 40))
    if isinstance(cell, float):
        text = f"{cell:.6g}"
        return "0" if text == "-0" else text
    if abs(cell) >= LONG:
        return f"a {cell.bit_length()}-bit integer"
    return str(cell)


def list_text(answer: Answer) -> str:
    """Return the answer as nested lists on one line."""
    if 0 in answer.shape:
        return f"nothing, shape {answer.shape}"
    parts = [cell_text(cell) for cell in answer.cells]
    for size in reversed(answer.shape):
        parts = [
            "[" + ", ".join(parts[start : start + size]) + "]"
            for start in range(0, len(parts), size)
        ]
    return parts[0]


def printable(text: str, limit: int) -> str:
    """Return text without control characters, cut to `limit` characters."""
    text = "".join(c if c.isprintable() else " " for c in text[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "..."
