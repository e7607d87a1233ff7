"""Alerts, as data protection sees them: figures and parks, and who is told."""

from typing import Final

from services.alerts.models import Alert, AlertRule
from services.core.personal_data.description import (
    CONSENT,
    Description,
    Effect,
    Personal,
    table_of,
    without_person,
)

TABLES: Final = (
    Description(
        table_of(AlertRule),
        "id kind comparison scope scope_value threshold days is_on to_admins quiet_from quiet_to quiet_days note "
        "version changed_at changed_by checked_at excused_at judged_day state value",
        label="Empfänger von Hinweisen",
        purpose="Wer erfährt, dass etwas Aufmerksamkeit braucht.",
        basis=CONSENT,
        rule="staff",
        personal={"recipients": Personal("Konten und Adressen", Effect.LEGAL_HOLD)},
    ),
    without_person(
        Alert,
        "id rule_id kind subject headline words value threshold day opened_at seen_at closed_at mailed_at noted_at "
        "noted_by",
    ),
)
"""An alert's `words` are figures in sentences (`built_in.py`, `words.py`); no text of people gets in."""
