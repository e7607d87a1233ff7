"""Told origins against a second computation, and what the interval promises, by trying it."""

import random
from datetime import datetime
from typing import Any

import pandas as pd
import pytest

from analytics.definitions import REPORTS, read_definition
from analytics.runner import build
from tests.analytics.given import warehouse
from tests.analytics.told_in_pandas import corrected

AT = datetime.fromisoformat("2026-05-04 10:00:00")
GUESSABLE = ("search", "social", "newsletter", "friends", "press", "podcast", "print", "partner", "assistant", "radio")
LABELS = {
    "search": "Suche im Internet",
    "friends": "Freunde oder Nachbarn",
    "podcast": "Podcast",
    "print": "Plakat oder Flyer",
}
DOCUMENTED = {"search": 50, "friends": 30, "podcast": 10, "Messe": 6, "radio": 3, "print": 5}
"""The example of TOLD.md."""


def asked(counts: dict[str, int]) -> dict[str, list[dict[str, Any]]]:
    answers = [answer for answer, count in counts.items() for _ in range(count)]
    told = [
        {"answer": "other", "counted_as": answer} if answer[0].isupper() else {"answer": answer, "counted_as": ""}
        for answer in answers
    ]
    rows = list(enumerate(told, start=1))
    return {
        "reservations": [{"id": id_, "created_at": AT} for id_, _ in rows],
        "told_origins": [{"reservation_id": id_, "has_decoy": True, **one} for id_, one in rows],
    }


def reported(counts: dict[str, int]) -> dict[str, tuple[int, ...]]:
    """Of each answer as shown: corrected share, its lower and its upper end."""
    columns = "told, corrected_ppm, corrected_low_ppm, corrected_high_ppm"
    with warehouse(**asked(counts)) as connection:
        build(connection, ["marts.told_answers"])
        rows = connection.execute(
            f"SELECT {columns} FROM marts.told_answers WHERE corrected_ppm IS NOT NULL"
        ).fetchall()
    return {row[0]: tuple(row[1:]) for row in rows}


def frame(counts: dict[str, int]) -> pd.DataFrame:
    return pd.DataFrame({"answer": [answer for answer, count in counts.items() for _ in range(count)]})


@pytest.mark.parametrize(
    "counts",
    [
        DOCUMENTED,
        {"search": 50, "Messe": 5, "podcast": 40},
        {"search": 8, "friends": 5, "podcast": 5, "radio": 1},
        {"search": 700, "friends": 240, "podcast": 5, "print": 60, "Messe": 33, "radio": 21},
    ],
)
def test_corrected_shares_and_intervals_are_those_of_a_second_computation(counts: dict[str, int]) -> None:
    expected = {LABELS.get(answer, answer): found for answer, found in corrected(frame(counts)).items()}
    found = reported(counts)
    assert found.keys() == expected.keys()
    for answer, ends in expected.items():
        assert found[answer] == pytest.approx(ends, abs=1), answer


def test_the_numbers_of_the_page_are_the_reports() -> None:
    assert reported(DOCUMENTED)["Podcast"] == (94_595, 50_953, 155_836)
    definition = read_definition(REPORTS / "told")
    with warehouse(**asked({**DOCUMENTED, "unsure": 5})) as connection:
        build(connection, list(definition.models))
        totals = connection.execute(definition.table("totals").sql).df().iloc[0].to_dict()
    assert (totals["asked"], totals["answered"], totals["unsure"], totals["decoys"]) == (109, 109, 5, 3)
    ends = [totals[name] for name in ("guess_ppm", "guess_low_ppm", "guess_high_ppm")]
    assert ends == [288_462, 140_537, 582_883]


def test_without_rows_every_share_is_unknown() -> None:
    definition = read_definition(REPORTS / "told")
    with warehouse(reservations=[]) as connection:
        build(connection, list(definition.models))
        [row] = connection.execute(definition.table("totals").sql).fetchall()
    assert row == (0, 0, None, 0, 0, None, None, None, None)


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """A tenth guess, each of ten answers alike; of the rest half came by search, and a fifth by podcast."""
    rng, held, tries = random.Random(20261126), 0, 400
    for _ in range(tries):
        answers = [
            rng.choice(GUESSABLE) if rng.random() < 0.1 else rng.choices(["search", "podcast", "friends"], [5, 2, 3])[0]
            for _ in range(300)
        ]
        found = corrected(pd.DataFrame({"answer": answers}))
        held += sum(
            low <= truth <= high for truth, (_, low, high) in ((500_000, found["search"]), (200_000, found["podcast"]))
        )
    assert 0.75 < held / (2 * tries) < 0.9
