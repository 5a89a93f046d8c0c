"""The practice page: what it offers, with scripts and without."""

import json
from importlib.resources import files

from bothends.widgets.by_hand import KINDS
from bothends.widgets.quiz import questions

PAGE = "book/practice.html"
CHAPTERS = list(json.loads(files("bothends.data").joinpath("quiz.json").read_text("utf-8")))


def test_every_drill_and_every_quiz_starts(open_page):
    visit = open_page(PAGE)
    widgets = visit.page.locator("book-widget")
    assert widgets.count() == len(KINDS) + len(CHAPTERS)
    visit.page.locator("book-widget[data-now=ready]").last.wait_for()
    assert visit.page.locator("book-widget:not([data-now=ready])").count() == 0
    chapters = widgets.evaluate_all("all => all.map(one => one.model.get('chapter'))")
    assert [chapter for chapter in chapters if chapter] == CHAPTERS
    assert visit.problems == []


def test_without_scripts_all_is_there_and_prints(plain):
    page = plain(PAGE)
    text = page.locator("main").inner_text()
    for chapter in CHAPTERS:
        for one in questions(chapter):
            assert one["text"].replace("`", "") in text
    folded = page.locator("main book-widget details > :not(summary)")
    assert not folded.first.is_visible()
    page.emulate_media(media="print")
    assert all(one.is_visible() for one in folded.all())
