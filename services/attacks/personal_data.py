"""Counts of what was refused, as data protection sees them."""

from typing import Final

from services.attacks.models import PolicyViolation, RefusedCaller, RefusedCount
from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Personal,
    table_of,
    without_person,
)

TABLES: Final = (
    without_person(RefusedCount, "span starts_at kind name calls"),
    Description(
        table_of(RefusedCaller),
        "day kind name",
        label="Zählung abgewiesener Anschlüsse",
        purpose="Schutz vor Angriffen: von wie vielen Netzen an einem Tag etwas abgewiesen wurde.",
        basis=INTEREST,
        rule="abuse",
        personal={"caller": Personal("Prüfsumme des Netzes für einen Tag", Effect.STATISTIC)},
        dated_by="day",
    ),
    without_person(PolicyViolation, "day page directive blocked browser from_extension calls"),
)
