"""One grammar of verdicts: worth it, not worth it, or too small to say; nothing else is judged, and nothing is judged
young.
"""

import re
from collections.abc import Iterator

import pytest

from analytics.columns import entries
from analytics.definitions import Column, definitions
from services.reports.labels import WORDS
from services.reports.sentences import sentences
from services.reports.verdicts import BY_CHANCE, first_apart, of_share, verdict
from tests.services.reports.recount.told import Told
from tests.services.reports.test_money import campaigns
from tests.services.reports.test_recount import WHOLE
from tests.services.reports.test_sentences import SENTENCES

JUDGING = re.compile(
    r"\b(?:(?:ge)?lohn\w*|rentab\w*|besser\w*|best(?:e[nrs]?)?|schlecht\w*|schwäch\w*|stärkst\w*|erfolg\w*|sicher\w*"
    r"|günstig(?:er|st)\w*|billig\w*|teuer\w*|Zufall|zu klein)\b",
    re.IGNORECASE,
)
GRAMMAR = re.compile(
    "|".join(
        (
            *map(re.escape, sorted(WORDS["verdict"].values(), key=len, reverse=True)),
            re.escape(BY_CHANCE),
            r"ha(?:t|ben) sich (?:nicht )?(?:\S+\s€ )?gelohnt",
            r"\d€ haben sich (?:nicht )?gelohnt",
            r"gelohnt haben, sagt erst ein Ziel",
            r"ohne sich zu lohnen",
            r"(?:Sicher|Am meisten) lohnt sich .*: .* bis .* je Vertrag",
            r"Sicher lohnen sich \d+ Herkünfte",
            r"Am besten ist die Quote über .*: .* \([\d.]+ von [\d.]+\)",
            r"Dass eine Herkunft eine bessere Quote hat als die anderen, ",
            r"Am teuersten war eine Reservierung .*: .* bei .* Reservierung",
            r"(?:seltener|fällt) .*über den Zufall hinaus|Über den Zufall hinaus seltener als sonst",
            r"Am stärksten änderte es sich bei .*: .* je Vertrag statt ",
        )
    ),
    re.IGNORECASE,
)
FORMER = (
    "Kein Unterschied, der sich lohnt",
    "Am besten ist die Quote über Empfehlungen",
    "am teuersten ist Facebook",
    "Der Unterschied kann Zufall sein",
)


def judged(words: str) -> list[str]:
    """What is left of a sentence that judges beyond the grammar."""
    return JUDGING.findall(GRAMMAR.sub("", words))


@pytest.mark.parametrize("words", FORMER)
def test_a_word_outside_the_grammar_is_seen(words: str) -> None:
    assert judged(words)


def test_no_sentence_and_no_label_judges_in_words_of_its_own() -> None:
    said = [words for cases in SENTENCES.values() for _, words in cases]
    columns = [column for _, _, column in _columns()]
    assert [words for words in [*said, *(column.label for column in columns)] if judged(words)] == []


@pytest.mark.sample(1)
@pytest.mark.xdist_group("demo year")
@pytest.mark.parametrize("given", [WHOLE, {}, {"compare": "previous"}], ids=["year", "usual", "compared"])
def test_no_table_of_a_report_judges_in_words_of_its_own(year: Told, given: dict[str, str]) -> None:
    for name, report in definitions().items():
        asked = {one: value for one, value in given.items() if one != "compare" or "compare" in report.parameters}
        if "from_day" not in report.parameters:
            asked = {}
        tables = year.ask(name, asked).tables
        assert {table: words for table, words in sentences(name, tables).items() if judged(words)} == {}
        for table in tables.values():
            texts = [column.name for column in table.columns if column.kind == "verdict"]
            assert {row[column] for row in table.rows for column in texts} <= WORDS["verdict"].keys()


@pytest.mark.xdist_group("demo year")
def test_the_verdict_of_a_campaign_is_the_verdict_on_its_price(year: Told) -> None:
    found = set()
    for target in (3_000, 10_000, 30_000):
        rows = campaigns(year, {**WHOLE, "target_cents": str(target)})
        for row in rows:
            if row["least_cents"] is not None:
                most = float("inf") if row["most_cents"] is None else row["most_cents"]
                assert row["verdict"] == verdict((row["least_cents"], most), (target, target)), row
                found.add(row["verdict"])
    assert found == {"worth", "not_worth", "open"}


def test_nothing_comes_first_whose_interval_reaches_into_another() -> None:
    def band(one: tuple[int, int]) -> tuple[float, float]:
        return of_share(*one)

    assert first_apart([(33, 70), (25, 70)], band) is None
    assert first_apart([(60, 70), (25, 70), (24, 70)], band) == (60, 70)
    assert first_apart([(60, 70), (25, 70), (1, 2)], band) is None, "of two nobody can say"


def test_wherever_contracts_are_counted_it_is_told_whether_they_are_all_there() -> None:
    """By the day from which the column can be compared, or because it counts only what is old enough."""
    known, young = entries(), []
    for report, table, column in _columns():
        if (entry := known.get(column.metric)) and "contracted" in (entry.key, entry.of):
            is_ripe = bool(entry.ripeness) or "alt genug" in entry.meaning or entry.key in RIPE_BY_THEIR_ROWS
            young += [] if column.ripens or is_ripe else [(report, table, column.name)]
    assert young == []


RIPE_BY_THEIR_ROWS = {"contracted_by_week", "contracted_share_by_week", "paid_contracted"}
"""Weeks after a reservation that are over for all of its month; part of the contracts of a quarter that are ripe."""


def _columns() -> Iterator[tuple[str, str, Column]]:
    for name, report in definitions().items():
        for table in report.tables:
            for column in table.columns:
                yield name, table.name, column
