"""Experiments, as data protection sees them: no households, only texts of staff."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, remark, table_of
from services.experiments.models import Experiment

TABLES: Final = (
    Description(
        table_of(Experiment),
        "id kind measure slot campaign_id effect_percent weeks seed plan first_day last_day version created_at "
        "created_by started_at started_by ended_at ended_by regions",
        label="Versuche",
        purpose="Prüft, welcher Text und welche Werbung wirkt, ohne jemanden wiederzuerkennen.",
        basis=INTEREST,
        rule="remarks",
        personal={
            "question": remark("Frage des Versuchs"),
            "text": remark("Text der Variante"),
            "end_reason": remark("Grund des Abbruchs"),
        },
        dated_by="created_at",
    ),
)
