"""Nights from which a rule between rows was broken, for the report that explains a change."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from sqlalchemy import select

from services.core.german import counted
from services.invariants.models import InvariantResult
from services.invariants.prove import INVARIANTS
from services.reports.events.window import Event, EventWindow, begun

_FIGURES: Final = "Zahlen beider Zeiträume"


def broken_invariants(window: EventWindow) -> Iterator[Event]:
    """The first night of each run of nights in which a rule was broken."""
    sentences = {one.name: one.sentence for one in INVARIANTS}
    results = select(InvariantResult.name, InvariantResult.run_at, InvariantResult.violations)
    by_name: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
    for name, at, broken in window.session.execute(
        results.where(window.moments(InvariantResult.run_at)).order_by(InvariantResult.id)
    ):
        by_name[name].append((at, broken))
    for name, nights in by_name.items():
        for at, violations in begun(nights):
            if day := window.day_of(at):
                rows = counted(violations, "Verstoß", "Verstöße")
                words = f"Prüfung der Daten: {rows} gegen „{sentences.get(name, name)}“."
                yield Event(day, "self_check", words, _FIGURES, "/state")
