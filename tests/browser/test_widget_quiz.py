"""The quizzes: their questions, and the widget under a reader's hands."""

import json
from importlib.resources import files

import pytest

from bothends.widgets import Quiz

CHAPTERS = json.loads(files("bothends.data").joinpath("quiz.json").read_text(encoding="utf-8"))
OWN = [
    {
        "text": "Which of these is `2 + 2`?",
        "options": [{"text": str(n), "reason": f"{n} it {'is' if n == 4 else 'is not'}."}],
        "right": 0,
    }
    for n in (4, 5)
]


@pytest.fixture
def played(play):
    return play(Quiz())


def question(played, q):
    return played.box.locator("fieldset").nth(q)


def reasons(played) -> list[str]:
    shown = played.box.locator(".bw-reason:visible")
    return shown.all_inner_texts()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapters_questions_are_whole(chapter):
    asked = Quiz(chapter=chapter).questions
    assert 2 <= len(asked) <= 3
    assert len({one["right"] for one in asked}) > 1
    for one in asked:
        assert set(one) == {"text", "options", "right"}
        assert 3 <= len(one["options"]) <= 4
        assert 0 <= one["right"] < len(one["options"])
        assert len({option["text"] for option in one["options"]}) == len(one["options"])
        assert all(option["reason"].endswith((".", "?")) for option in one["options"])


def test_length_and_place_do_not_give_the_answer_away():
    asked = [one for chapter in CHAPTERS.values() for one in chapter]
    lengths = [[len(option["text"]) for option in one["options"]] for one in asked]
    longest = [max(sizes) == sizes[one["right"]] for one, sizes in zip(asked, lengths, strict=True)]
    assert sum(longest) < len(asked) / 2
    assert all(max(sizes) < 2 * min(sizes) + 5 for sizes in lengths)
    for place in range(3):
        assert sum(one["right"] == place for one in asked) < len(asked) / 2


def test_the_score_counts_right_answers_only(played):
    asked = [{"right": 1}, {"right": 0}, {"right": 2}]
    for checked, right in (([], 0), ([1], 1), ([1, -1, 2], 2), ([0, 0, 0], 1)):
        assert played.call("score", asked, checked) == right


def test_by_mouse_a_reason_comes_with_the_check_and_not_before(played):
    first = Quiz().questions[0]
    wrong = (first["right"] + 1) % 3
    for option in (wrong, first["right"]):
        question(played, 0).get_by_role("radio").nth(option).click()
        assert reasons(played) == []
        played.box.get_by_role("button", name="Check").first.click()
        mark = "\N{CHECK MARK} Right." if option == first["right"] else "\N{BALLOT X} Not so."
        assert reasons(played) == [f"{mark} {first['options'][option]['reason']}"]
    assert played.words == "1 of 3 right."
    assert played.state("checked") == [first["right"], -1, -1]
    assert played.visit.problems == []


def test_by_keys_arrows_choose_and_enter_checks(played):
    radios = question(played, 1).get_by_role("radio")
    radios.first.focus()
    played.page.keyboard.press("Space")
    for _ in range(2):
        played.page.keyboard.press("ArrowDown")
    assert played.state("chosen") == [-1, 2, -1]
    played.page.keyboard.press("Enter")
    assert played.words == "1 of 3 right."
    assert len(reasons(played)) == 1


def test_one_after_another(play):
    played = play(Quiz(listed=False))
    assert question(played, 0).is_visible() and not question(played, 1).is_visible()
    assert played.box.get_by_role("button", name="Back").is_disabled()
    played.box.get_by_role("button", name="Next").press("Enter")
    assert played.state("at") == 1
    assert question(played, 1).is_visible() and not question(played, 0).is_visible()


def test_python_asks_its_own_questions_and_answers_them(played):
    played.set(questions=OWN, chosen=[0, 0], checked=[0, -1])
    assert played.words == "1 of 2 right."
    assert played.box.locator("legend code").all_inner_texts() == ["2 + 2", "2 + 2"]
    assert reasons(played) == ["\N{CHECK MARK} Right. 4 it is."]


def test_print_and_a_page_without_scripts_have_questions_and_reasons(played):
    paper = Quiz().html()
    for one in Quiz().questions:
        assert one["text"] in paper
        assert all(option["reason"].replace("'", "&#x27;") in paper for option in one["options"])
    played.page.emulate_media(media="print")
    assert len(reasons(played)) == sum(len(one["options"]) for one in Quiz().questions)
