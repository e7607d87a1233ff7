"""Alerts, as data protection sees them: figures and parks, and who is told."""

from typing import Final

from services.alerts.figures.models import FigureAlert, FigureAlertOpening
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
        "kind is_on threshold to_admins quiet_from quiet_to quiet_days version changed_at changed_by "
        "checked_at excused_at",
        label="Empfänger von Hinweisen",
        purpose="Wer erfährt, dass etwas Aufmerksamkeit braucht.",
        basis=CONSENT,
        rule="staff",
        personal={"recipients": Personal("Konten und Adressen", Effect.LEGAL_HOLD)},
    ),
    without_person(
        Alert,
        "id kind subject headline words value threshold opened_at seen_at closed_at mailed_at noted_at noted_by",
    ),
    without_person(
        FigureAlert,
        "id owner_id figure scope scope_value kind threshold days direction false_alarms by_mail quiet_from quiet_to "
        "quiet_days paused_at judged_day judged_at state value version created_at changed_at removed_at",
    ),
    without_person(
        FigureAlertOpening,
        "id alert_id headline words day over_day opened_at closed_at mailed_at over_mailed_at",
    ),
)
"""An alert's `words` are figures in sentences (`readings.py`); no text of people gets in."""
