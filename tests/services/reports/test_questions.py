"""What a marketer, a founder and an investor ask, each answered by the sentence of one table, or refused by it."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from services.campaigns.models import ChartNote
from services.campaigns.notes.notes import sendings_before
from services.reports.campaigns.sending import HOURS, effect_of
from services.reports.sentences import sentences
from tests.services.reports.recount.told import Told

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

YEAR = {"from": "2025-11-21", "to": "2026-11-21"}
QUARTER = {"from": "2026-07-01", "to": "2026-09-30"}
QUESTIONS: Mapping[str, tuple[str, str, Mapping[str, Any], str]] = {
    "what was worth its money": ("money", "totals", {"target_cents": "20000"}, "haben sich (nicht )?gelohnt"),
    "which campaign": ("money", "campaigns", {"target_cents": "20000"}, "lohn.* je Vertrag|ohne sich zu lohnen"),
    "what changed, and why": ("overview", "changes", QUARTER | {"compare": "previous"}, r"\d+ statt \d+"),
    "who is lost where": ("funnel", "steps", QUARTER, r"verloren: [\d,]+ % \(\d+ von \d+\)"),
    "how sure that is": ("money", "certainty", {}, "rechnen alle sechs Modelle dieselben Verträge zu"),
    "who recommends most": ("referrals", "codes", {}, "Die meisten kamen mit „"),
    "what the reservations of a summer are credited": (
        "credits", "scenarios", {"reserved_from": "2026-07-01", "reserved_to": "2026-07-31"},
        r"Bei 5\sCent bekommen die Haushalte im ersten Jahr zusammen",
    ),
    "when the park is full": ("capacity", "forecast", {}, "voll|absehbar|acht Wochen"),
    "which keyword": ("breakdown", "values", QUARTER | {"field": "utm_term"}, "Am meisten kam"),
    "how long until they reserve": ("money", "cohorts", {}, r"Wochen nach der Reservierung hatten .* \(\d+ von \d+\)"),
    "which page loses people, on what device": ("funnel", "cells", QUARTER, r"begannen .* Besuchen \([\d,]+ %\)"),
    "telephone against computer": (
        "breakdown", "values", QUARTER | {"field": "device"}, "kam über „(Telefon|Computer)“",
    ),
    "how far a recommendation reaches": ("referrals", "codes", YEAR, "durch andere"),
    "partners against households": (
        "referrals", "codes", YEAR, r"Haushalten .* \(\d+ von \d+\), von Partnern",
    ),
    "how many came from nowhere, and what they say": (
        "money", "told", {}, "ohne erkennbare Herkunft|dessen Herkunft auch gemessen ist",
    ),
    "what a contract costs, what a euro brings and when it is back": (
        "money", "quarters", {}, r"je Vertrag.*Je Euro kamen .* Umsatz; die Kosten",
    ),
    "is this week unusual": (
        "overview", "totals", {"from": "2026-11-09", "to": "2026-11-15", "compare": "previous"},
        r"(Reservierungen, .* als davor|so viele wie davor).*",
    ),
    "what the guarantee costs": ("credits", "gap", {}, "Bitte geben Sie an, was der Park an einer kWh verdient"),
}  # fmt: skip
"""The table that says it, what is asked for, and what its sentence says."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_has_one_sentence(year: Told, question: str) -> None:
    report, table, given, words = QUESTIONS[question]
    assert re.search(words, sentences(report, year.ask(report, given, (table,)).tables)[table])


def test_what_a_sending_did_has_one_sentence_or_waits(year: Told) -> None:
    """A newsletter or a radio spot: answered in hours or days, or refused while they are not over."""
    context = year.context
    with context.db.read() as session:
        sent = session.scalars(select(ChartNote).where(ChartNote.kind.is_not(None))).all()
        before = {note.id: sendings_before(session, note) for note in sent}
    assert {note.kind for note in sent} == {"newsletter"}
    for note in sent:
        for kind, hours in HOURS.items():
            note.kind = kind
            told = effect_of(context.store, note, before[note.id], context.now)
            words = f"In den {hours} Stunden danach kam" if hours < 48 else f"In den {hours // 24} Tagen danach kam"
            assert told.sentence.startswith(words)
            assert re.search(r"In denselben Stunden von \d Wochen davor|zu wenige gleiche Zeiten davor", told.sentence)
            early = effect_of(context.store, note, [], told.ends_at - timedelta(minutes=1))
            assert early.sentence.startswith("Was sie bewirkt hat, steht hier nach ")
