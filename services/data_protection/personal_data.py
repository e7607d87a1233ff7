"""The tables of data protection itself: they name reservations by number and nobody."""

from typing import Final

from services.core.personal_data.description import (
    LEGAL_DUTY,
    Description,
    Effect,
    Lead,
    Personal,
    Subject,
    table_of,
    without_person,
)
from services.data_protection.models import Erasure, RetentionRun

TABLES: Final = (
    Description(
        table_of(Erasure),
        "id reservation_id is_whole files files_from needs_store finished_at",
        label="Löschungen",
        purpose="Nachweis, dass und wann gelöscht wurde.",
        basis=LEGAL_DUTY,
        rule="audit",
        personal={
            "at": Personal("Gelöscht am", Effect.STATISTIC),
            "actor": Personal("Auf wessen Veranlassung", Effect.STATISTIC),
            "rows": Personal("Zahl der Zeilen", Effect.STATISTIC),
            "kept_until": Personal("Rest aufbewahrt bis", Effect.STATISTIC),
        },
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
    ),
    without_person(RetentionRun, "id started_at finished_at rows"),
)
