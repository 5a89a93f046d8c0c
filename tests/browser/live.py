"""Exercises that run in the page, driven as a learner does."""

from dataclasses import dataclass
from functools import cached_property

from playwright.sync_api import Locator, Page, expect

from bothends.exercises.engine.catalogue import find
from bothends.exercises.engine.exercise import Exercise
from bothends.grade.key import SOLUTIONS, read_key
from bothends.grade.notebook import code_cells
from tests.browser.visit import SITE, Visit

BOOT = 120_000  # milliseconds: Python starts in three seconds, on a busy machine in thirty
EXERCISE_PAGES = sorted(path.name for path in (SITE / "exercises").glob("*.html"))


@dataclass(frozen=True)
class Asked:
    """An exercise with what the notebook of its solution says of it."""

    exercise: Exercise
    page: str
    solution: str
    function: str

    def mistaken(self, number: int = 0) -> str:
        """An answer that is one of the exercise's misconceptions."""
        mistake = f'find("{self.exercise.id}").misconceptions[{number}].answer'
        return (
            f"from bothends.exercises.engine.catalogue import find\n\n{self.function} = {mistake}"
        )


def asked() -> dict[str, Asked]:
    """All exercises whose page is on the site, in the order of the book."""
    key, found = read_key(SOLUTIONS), {}
    for page in EXERCISE_PAGES:
        path = (SOLUTIONS / page).with_suffix(".ipynb")
        cells = {cell.grade_id: cell.source for cell in code_cells(path)}
        for one in key[path.stem].values():
            exercise, solution = find(one.exercise_id), cells[one.name]
            found[exercise.id] = Asked(exercise, f"exercises/{page}", solution, one.function)
    return found


class Desk:
    """A tab with a page of exercises."""

    def __init__(self, visit: Visit):
        self.visit, self.page = visit, visit.page
        self.all_live()

    def all_live(self) -> None:
        self.page.locator("live-exercise").first.scroll_into_view_if_needed()
        self.page.locator("live-exercise[data-now]").first.wait_for()

    def turn_to(self, name: str) -> None:
        """Show another page's article in this tab, so that Python need not start again."""
        if self.visit.name == name:
            return
        self.visit.name = name
        self.page.evaluate(
            """async (address) => {
                const text = await (await fetch(address)).text();
                const page = new DOMParser().parseFromString(text, "text/html");
                const main = document.adoptNode(page.querySelector("main"));
                document.querySelector("main").replaceWith(main);
            }""",
            self.visit.site + name,
        )
        self.all_live()

    def exercise(self, id_: str) -> "Answer":
        return Answer(self.page, id_)

    @property
    def work(self) -> Locator:
        return self.page.locator("live-desk")


class Answer:
    """One exercise of the page."""

    def __init__(self, page: Page, id_: str):
        self.page, self.id = page, id_
        self.node = page.locator(f'live-exercise[data-exercise="{id_}"]')

    @cached_property
    def box(self) -> Locator:
        return self.node.get_by_role("group")

    @property
    def code(self) -> str:
        return self.node.evaluate("one => one.editor.text()")

    def write(self, text: str) -> None:
        self.node.evaluate("(one, text) => one.editor.write(text)", text)

    def button(self, name: str) -> Locator:
        return self.box.get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> str:
        """Press a button and return how that ended."""
        self.button(name).click()
        return self.wait()

    def wait(self) -> str:
        expect(self.node).not_to_have_attribute("data-now", "running", timeout=BOOT)
        return self.node.get_attribute("data-now")

    def answer(self, text: str) -> str:
        """Write an answer, check it, and return how that ended."""
        self.write(text)
        return self.press("Check")

    def run(self, text: str) -> str:
        self.write(text)
        return self.press("Run")

    @property
    def words(self) -> str:
        return self.box.get_by_role("status").inner_text()

    @property
    def output(self) -> str:
        output = self.box.get_by_role("region", name="Output")
        return output.inner_text().strip() if output.is_visible() else ""
