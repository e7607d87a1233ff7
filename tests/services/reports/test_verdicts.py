"""One grammar of verdicts: worth it, not worth it, or too small to say; nothing else is judged, and nothing is judged
young.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pytest

from analytics.columns import entries
from analytics.definitions import Column, Definition, definitions
from services.reports import verdicts
from services.reports.labels import WORDS
from services.reports.parameters import address_name
from services.reports.render.body import body_of
from services.reports.render.pdf.document import document_of
from services.reports.sentences import SENTENCES as SENTENCES_OF
from services.reports.sentences import sentences
from services.reports.verdicts import BY_CHANCE, first_apart, may_be_chance, of_share, verdict
from tests.fixtures.pdf import pages_of
from tests.services.reports.recount.told import Told
from tests.services.reports.render.test_mail import parts, sent
from tests.services.reports.render.test_pdf import squeezed
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
            rf"Dass der Anteil dort am größten ist, {re.escape(BY_CHANCE)}",
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


RANKING = re.compile(
    r"\b(?:am|die|der|das) (?:meiste[nr]?|häufigsten|besten|teuersten|größten?|stärksten|seltensten)\b", re.IGNORECASE
)
EXACT = re.compile(
    r"Am meisten Gutschriften bekommt|Am meisten hängt an der Annahme|das meiste davon|ohne sich zu lohnen"
    r"|Am meisten änderte es sich|Am stärksten änderte es sich|besseren? Quote|welche am meisten"
)
"""Sums of money and credits, in which there is no chance; and changes, each of which is judged by itself."""
RANKED = {
    ("breakdown", "values"), ("breakdown", "cells"), ("capacity", "mix"), ("funnel", "steps"), ("funnel", "origins"),
    ("overview", "days"), ("referrals", "codes"), ("money", "told"),
}  # fmt: skip


@pytest.mark.xdist_group("demo year")
@pytest.mark.parametrize("are_apart", [True, False])
def test_whatever_ranks_asks_one_function_and_says_what_may_be_chance(
    year: Told, monkeypatch: pytest.MonkeyPatch, are_apart: bool
) -> None:
    """On the tabs, in mails and on paper, which show the same sentences; the block on „Heute“ is one of them."""
    for module in MODULES:
        if hasattr(module, "are_apart"):
            monkeypatch.setattr(module, "are_apart", lambda one, other: are_apart)
    found = set()
    for name, definition in definitions().items():
        asked = {**WHOLE, "compare": "previous", "profit_tenth_ct": "40", "across": "device"}
        answer = year.ask(name, {one: value for one, value in asked.items() if one in addresses(definition)})
        told = replace(answer, sentences=sentences(name, answer.tables))
        for table, words in told.sentences.items():
            ranked = [
                part for part in re.split(r"(?<=[.;]) ", words) if RANKING.search(part) and not EXACT.search(part)
            ]
            found |= {(name, table)} if ranked and are_apart else set()
            assert not (ranked and not are_apart) or BY_CHANCE in words or re.search("ebenso (viel|oft)", words), (
                name,
                table,
                words,
            )
            assert not are_apart or BY_CHANCE not in words, (name, table, words)
        shown = [words for table, words in told.sentences.items() if table in told.to_read and BY_CHANCE in words]
        paper = squeezed(" ".join(pages_of(document_of(told, {"ingolstadt": "Ingolstadt"}))))
        assert all(squeezed(words).replace("→", "›") in paper for words in shown), name
        mail = squeezed(parts(sent(told))[0])
        told_in_mail = [table.sentence for table in body_of(told).tables if BY_CHANCE in table.sentence]
        assert all(squeezed(words) in mail for words in told_in_mail), name
    assert found >= RANKED if are_apart else not found


MODULES = [verdicts, *(import_module(f"services.reports.sentences.{name}") for name in SENTENCES_OF)]


def addresses(definition: Definition) -> set[str]:
    return {address_name(name) for name in definition.parameters}


@pytest.mark.parametrize(
    ("amounts", "is_chance"),
    [([20, 3, 0], False), ([20, 18], True), ([7, 7, 1], False), ([3], False), ([], False), ([1, 0], True)],
)
def test_the_largest_count_is_the_most_only_beyond_chance(amounts: list[int], is_chance: bool) -> None:
    assert bool(may_be_chance(amounts)) == is_chance


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
