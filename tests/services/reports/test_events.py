"""What is listed as having happened in two periods: once, on its day in Berlin, and nothing of other days."""

from datetime import UTC, date, datetime, timedelta

from sqlalchemy import insert

from services.campaigns.models import Alias, Campaign, ChartNote, CostImport, SelfCheck
from services.core.db.db import Database
from services.invariants.models import InvariantResult
from services.invariants.prove import INVARIANTS
from services.invariants.report_events import broken_invariants
from services.privacy.models import KeptText
from services.reports.events.sources import events_between
from services.reports.events.window import EventWindow

MAY, MARCH = (date(2026, 5, 1), date(2026, 5, 31)), (date(2026, 3, 1), date(2026, 3, 31))
NOON = datetime(2026, 5, 10, 10, tzinfo=UTC)
LATE = datetime(2026, 4, 30, 22, tzinfo=UTC)
"""Already the first of May in Berlin."""
CAMPAIGN = {
    "name": "Sommer",
    "utm_source": "facebook",
    "utm_medium": "social",
    "utm_campaign": "sommer",
    "landing_path": "/",
    "starts_on": date(2026, 3, 31),
    "ends_on": date(2026, 6, 1),
    "note": "",
    "version": 1,
    "created_at": datetime(2026, 4, 15, tzinfo=UTC),
    "created_by": "system",
}


def add(db: Database, model: type, *rows: dict[str, object]) -> None:
    db.write(lambda session: session.execute(insert(model), list(rows)) and None)


def listed(db: Database) -> list[tuple[date, str, str]]:
    return sorted((event.day, event.kind, event.words) for event in events_between(db, [MAY, MARCH]))


def test_marketing_s_own_doing_is_listed_on_days_of_either_period(db: Database) -> None:
    made = {"created_at": NOON, "created_by": "system"}
    add(db, Campaign, CAMPAIGN)
    notes = [(date(2026, 5, 31), "Messe"), (date(2026, 4, 1), "dazwischen")]
    add(db, ChartNote, *({"day": day, "text": text, **made} for day, text in notes))
    add(db, Alias, {"field": "utm_source", "raw": "fb", "canonical": "facebook", **made, "undone_at": None})
    add(
        db,
        CostImport,
        {"file_name": "mai.csv", "sha256": "0" * 64, "mapping": {}, "rows": 3, "cents": 5, "at": LATE,
         "actor": "system", "undone_at": NOON},
    )  # fmt: skip
    assert listed(db) == [
        (date(2026, 3, 31), "campaign", "Kampagne „Sommer“ beginnt."),
        (date(2026, 5, 1), "costs", "Kostendatei „mai.csv“ (3 Zeilen) übernommen."),
        (date(2026, 5, 10), "costs", "Kostendatei „mai.csv“ (3 Zeilen) zurückgenommen."),
        (date(2026, 5, 10), "spelling", "Quelle: „fb“ zählt jetzt als „facebook“, auch rückwirkend."),
        (date(2026, 5, 31), "note", "Messe"),
    ]


def test_the_first_price_book_is_no_change_and_the_next_one_is(db: Database) -> None:
    book = {"kind": "price_book", "content": "{}"}
    add(
        db,
        KeptText,
        {**book, "version": "older", "sha256": "a" * 64, "kept_at": datetime(2020, 1, 1, tzinfo=UTC)},
        {**book, "version": "newer", "sha256": "b" * 64, "kept_at": NOON},
    )
    found = [event for event in listed(db) if event[1] == "prices"]
    assert found == [(date(2026, 5, 10), "prices", "Neue Preise: Fassung newer des Preisbuchs gilt.")]


def test_faults_of_many_nights_are_listed_in_the_first(db: Database) -> None:
    finding = {"path": "/", "parameter": "", "reason": "unreachable"}
    nights = [[], [finding, finding], [finding], []]
    add(
        db,
        SelfCheck,
        *({"at": NOON + timedelta(days=night), "checked": 9, "findings": found} for night, found in enumerate(nights)),
    )
    assert [(day, kind) for day, kind, _ in listed(db)] == [(date(2026, 5, 11), "self_check")]


def test_a_broken_rule_between_rows_is_told_by_its_sentence(db: Database) -> None:
    rule = INVARIANTS[0]
    usual = {"name": rule.name, "duration_ms": 1, "examples": []}
    counts = (0, 2, 2)
    add(
        db,
        InvariantResult,
        *({**usual, "run_at": NOON + timedelta(days=night), "violations": n} for night, n in enumerate(counts)),
    )
    with db.read() as session:
        (found,) = broken_invariants(EventWindow(session, (MAY,)))
    assert (found.day, found.kind, found.path) == (date(2026, 5, 11), "self_check", "/state")
    assert rule.sentence in found.words
    assert "2 Verstöße" in found.words
