"""A note of the time is a reason why a kept report that lists events differs from today's, and no other report's."""

from datetime import UTC, date, datetime

import pytest

from services.campaigns.notes import notes
from services.campaigns.notes.schemas import NoteIn
from services.core.db.db import Database
from services.reports.diff.marketing import note_causes
from services.reports.diff.window import Window
from services.reports.kept.high_water import Marks, marks_of
from services.staff.models import Role

NOW = datetime(2026, 5, 20, 10, tzinfo=UTC)
MAY = (date(2026, 5, 1), date(2026, 5, 31))


def window_of(db: Database, needs: frozenset[str], periods: list[tuple[date, date]]) -> list[str]:
    with db.read() as session:
        window = Window(
            session=session,
            since=Marks(0, 0, 0),
            until=marks_of(session),
            needs=needs,
            periods=periods,
            park=None,
            with_bots=False,
            role=Role.MARKETING,
        )
        return [f"{one.kind} {one.count} {one.path}" for one in note_causes(window)]


@pytest.fixture
def noted(db: Database) -> Database:
    note = NoteIn.model_validate({"day": "2026-05-04", "text": "Messe in Ingolstadt", "campaign_id": None})
    db.write(lambda session: notes.add(session, note, "staff:1", NOW) and None)
    return db


def test_a_note_is_named_where_events_are_listed(noted: Database) -> None:
    assert window_of(noted, frozenset({"events"}), [MAY]) == ["note_changed 1 /notes"]


def test_a_note_of_another_time_or_for_another_report_is_not_named(noted: Database) -> None:
    assert window_of(noted, frozenset({"events"}), [(date(2026, 6, 1), date(2026, 6, 30))]) == []
    assert window_of(noted, frozenset({"campaigns"}), [MAY]) == []
