"""The tables of `core`: answers of calls, counts of callers, the queue of jobs, the installation."""

from typing import Final

from services.core.job_queue.models import JobRun
from services.core.models import IdempotencyKey, Installation, RateCount
from services.core.personal_data.description import INTEREST, Description, Effect, Personal, table_of, without_person

TABLES: Final = (
    Description(
        table_of(IdempotencyKey),
        "status created_at expires_at",
        label="Antworten auf Aufrufe",
        purpose="Ein zweiter Versuch desselben Aufrufs reserviert nicht noch einmal.",
        basis=INTEREST,
        rule="answers",
        personal={
            "key_hash": Personal("Prüfsumme des Aufrufs", Effect.DELETE, is_exported=False),
            "fingerprint": Personal("Prüfsumme des Inhalts", Effect.DELETE, is_exported=False),
            "body": Personal("Antwort mit Nummer der Reservierung", Effect.DELETE, is_exported=False),
        },
        dated_by="created_at",
    ),
    Description(
        table_of(RateCount),
        "window_start calls",
        label="Zählung von Aufrufen",
        purpose="Schutz vor Missbrauch: wie oft ein Anschluss oder ein Postfach zählt.",
        basis=INTEREST,
        rule="abuse",
        personal={"bucket": Personal("Prüfsumme des Anschlusses oder des Postfachs", Effect.STATISTIC)},
    ),
    without_person(
        JobRun,
        "id job scheduled_for trigger state attempts owner leased_until missed asked_by created_at started_at "
        "finished_at result error waited_for payload",
    ),
    without_person(Installation, "id oldest_code folder tried_at secret_fingerprint"),
)
"""A run's `payload` holds ids, its `result` and `error` counts and causes (`jobs/runner.py`)."""
