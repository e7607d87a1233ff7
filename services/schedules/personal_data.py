"""Scheduled reports, as data protection sees them: who receives them."""

from typing import Final

from services.core.personal_data.description import (
    CONSENT,
    INTEREST,
    Description,
    Effect,
    Personal,
    remark,
    table_of,
    without_person,
)
from services.schedules.models import ReportArtefact, ReportDelivery, ReportRecipient, ReportSchedule

TABLES: Final = (
    Description(
        table_of(ReportSchedule),
        "id report period timing zone formats retention_days owner_id state due_since "
        "paused_at paused_by failures last_sent_at version created_by created_at changed_at removed_at "
        "least_rows",
        label="Geplante Berichte",
        purpose="Berichte kommen von selbst.",
        basis=INTEREST,
        rule="remarks",
        personal={
            "name": remark("Name des Plans"),
            "parameters": remark("Werte, mit denen gerechnet wird"),
            "paused_reason": remark("Grund der Pause"),
        },
        dated_by="created_at",
    ),
    Description(
        table_of(ReportRecipient),
        "id schedule_id place account_id entered_by entered_at confirmed_by confirmed_at",
        label="Empfänger von Berichten",
        purpose="Wem ein Bericht geschickt wird.",
        basis=CONSENT,
        rule="staff",
        personal={
            "address": Personal("Adresse außerhalb des Teams", Effect.LEGAL_HOLD),
        },
        dated_by="entered_at",
    ),
    without_person(ReportArtefact, "id run_id form table_name name path bytes sha256 created_at expires_at removed_at"),
    Description(
        table_of(ReportDelivery),
        "id run_id mail_key account_id left_out",
        label="Zustellung von Berichten",
        purpose="Nachweis, wer einen Bericht bekommen hat.",
        basis=INTEREST,
        rule="staff",
        personal={"recipient": Personal("Adresse", Effect.LEGAL_HOLD)},
    ),
)
