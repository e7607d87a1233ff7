"""Segments and kept runs of reports, as data protection sees them: results name nobody (`redact.py`), labels may."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, remark, table_of
from services.reports.models import ReportRun, ReportSegment

TABLES: Final = (
    Description(
        table_of(ReportSegment),
        "id version created_by created_at changed_at removed_at",
        label="Gespeicherte Filter der Berichte",
        purpose="Dieselbe Auswahl in mehreren Berichten.",
        basis=INTEREST,
        rule="remarks",
        personal={
            "name": remark("Name des Filters"),
            "name_key": remark("Name zum Vergleichen"),
            "filters": remark("Werte, nach denen gefiltert wird"),
        },
        dated_by="created_at",
    ),
    Description(
        table_of(ReportRun),
        "id report trigger state created_by created_at started_at finished_at stand sql_version sql_parts "
        "result_path bytes sha256 rows expires_at removed_at removed_by schedule_id scheduled_for is_test "
        "attempts error note due_at settled_at waits_until waits_for pack_of",
        label="Aufbewahrte Berichte",
        purpose="Zahlen, auf die sich jemand beruft, bleiben nachlesbar.",
        basis=INTEREST,
        rule="remarks",
        personal={
            "parameters": remark("Werte, mit denen gerechnet wurde"),
            "label": remark("Beschriftung"),
            "removal_reason": remark("Grund des Löschens"),
        },
        dated_by="created_at",
    ),
)
