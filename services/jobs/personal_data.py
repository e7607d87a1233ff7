"""Periodic jobs, as data protection sees them."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, remark, table_of
from services.jobs.models import KnownJob

TABLES: Final = (
    Description(
        table_of(KnownJob),
        "name known_since seen_at paused_at paused_by failures failed_at last_error",
        label="Automatische Abläufe",
        purpose="Wann ein Ablauf läuft, und warum er pausiert.",
        basis=INTEREST,
        rule="remarks",
        personal={"paused_reason": remark("Grund in Worten des Teams")},
        dated_by="known_since",
    ),
)
