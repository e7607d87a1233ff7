"""Pages of the queue are cut out of one order, though no page sorts all lines in full."""

from datetime import UTC, date, datetime, timedelta
from random import Random

from services.tasks.queue import Line, most_urgent
from services.tasks.source import Subject
from services.tasks.sources import SOURCES

_DAY = date(2026, 11, 2)
_MOMENT = datetime(2026, 11, 2, 9, tzinfo=UTC)


def test_pages_follow_day_moment_kind_and_number_without_gap_or_repetition() -> None:
    draw = Random(7)
    lines = [
        Line(kind, Subject(str(number), day, at=at), None, day)
        for kind in (SOURCES["duplicate"], SOURCES["letter"])
        for number in range(1, 40)
        for day in [_DAY + timedelta(days=draw.randrange(5))]
        for at in [draw.choice((None, _MOMENT + timedelta(days=(day - _DAY).days, hours=draw.randrange(3))))]
    ]
    draw.shuffle(lines)
    far = datetime.max.replace(tzinfo=UTC)
    expected = sorted(
        lines, key=lambda one: (one.due_on, one.subject.at or far, one.kind.name, int(one.subject.id))
    )  # fmt: skip
    for size in (1, 7, 25, 100):
        pages = [most_urgent(lines, start, size) for start in range(0, len(lines) + size, size)]
        assert [line for page in pages for line in page] == expected, size
    assert most_urgent([], 0, 25) == []
