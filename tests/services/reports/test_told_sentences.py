"""What the report "Gesagt und gemessen" says in words, for nothing, one and many."""

from typing import Any

import pytest

from tests.services.reports.test_marketing_sentences import told

TOTALS: dict[str, Any] = {
    "asked": 0, "answered": 0, "response_ppm": None,
}  # fmt: skip


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({}, "Im Zeitraum wurde niemand gefragt. Die Frage kommt erst nach einer Reservierung."),
        ({"asked": 1}, "Von einem gefragten Haushalt hat noch keiner geantwortet."),
        (
            {"asked": 4, "answered": 1, "response_ppm": 250_000},
            "Von 4 gefragten Haushalten hat 1 geantwortet (25 %).",
        ),
        (
            {"asked": 1204, "answered": 602, "response_ppm": 500_000},
            "Von 1.204 gefragten Haushalten haben 602 geantwortet (50 %).",
        ),
    ],
)
def test_how_many_answered(figures: dict[str, Any], sentence: str) -> None:
    assert told("told", "totals", [TOTALS | figures]) == sentence


def answer(name: str, count: int, **more: Any) -> dict[str, Any]:
    return {"told": name, "answers": count, "share_ppm": 1, **more}


def test_what_was_said_most_without_those_who_say_nothing_of_an_origin() -> None:
    unsure = answer("Weiß ich nicht mehr", 40, share_ppm=None)
    rows = [answer("Podcast", 9), answer("Weitere Antworten", 20), unsure]
    sentence = "Am häufigsten sagten Haushalte „Podcast“: 9 von 29."
    assert told("told", "answers", rows) == sentence
    assert told("told", "answers", [answer("Podcast", 9)]) == "Am häufigsten sagten Haushalte „Podcast“: 9 von 9."
    assert told("told", "answers", [answer("Podcast", 9), answer("Flyer", 9)]) == (
        "Am häufigsten sagten Haushalte „Podcast“: 9 von 18, ebenso oft eine weitere Antwort."
    )
    assert told("told", "answers", [unsure]) == "Im Zeitraum hat noch niemand geantwortet."


def test_what_the_measurement_did_not_see() -> None:
    rows = [{"told": name, "measured": "Direkt", "answers": n} for name, n in (("Podcast", 7), ("Newsletter", 2))]
    unsure = {"told": "Weiß ich nicht mehr", "measured": "Direkt", "answers": 50}
    assert told("told", "cells", [*rows, unsure]) == (
        "9 Haushalte kamen für die Messung direkt und nannten doch eine Herkunft, am häufigsten „Podcast“ (7)."
    )
    one = {**rows[0], "answers": 1}
    assert told("told", "cells", [one]) == "Ein Haushalt kam für die Messung direkt und sagte „Podcast“."
    assert told("told", "cells", [unsure]).startswith("Jede Antwort stammt")
    assert told("told", "cells", []) == "Im Zeitraum hat noch niemand geantwortet."
