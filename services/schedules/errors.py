"""Problem responses of schedules, recipients and scheduled runs."""

from typing import Final

from services.core.http.errors import Problem, refusal

MOST_SCHEDULES: Final = 200
UnknownSchedule: Final = refusal(404, "not_found", "Diesen Zeitplan gibt es nicht.")
OthersSchedule: Final = refusal(
    403, "not_owner", "Diesen Zeitplan kann nur ändern, wem er gehört, oder die Administration."
)
TooManySchedules: Final = refusal(
    409, "too_many", f"Mehr als {MOST_SCHEDULES} Zeitpläne lassen sich nicht speichern. Bitte löschen Sie zuerst einen."
)
NoRecipient: Final = refusal(
    409, "no_recipient", "Dieser Zeitplan hat keinen Empfänger mehr. Bitte tragen Sie zuerst einen ein."
)
UnknownRecipient: Final = refusal(
    404, "not_found", "Diese Adresse steht nicht mehr auf dem Zeitplan. Bitte laden Sie die Seite neu."
)
NoSuchDelivery: Final = refusal(404, "not_found", "Diesen Link gibt es nicht.")
UnknownDelivery: Final = refusal(404, "not_found", "Diesen Lauf gibt es nicht.")
UnknownArtefact: Final = refusal(404, "not_found", "Diese Datei gibt es nicht.")
ArtefactExpired: Final = refusal(410, "expired", "Diese Datei wird nicht mehr aufbewahrt.")
PreviewReplaced: Final = refusal(
    409, "replaced", "Diese Vorschau wurde abgebrochen, weil Sie inzwischen eine neuere angefordert haben."
)
NotFailed: Final = refusal(
    409, "not_failed", "Dieser Lauf ist nicht fehlgeschlagen oder wird schon wiederholt. Bitte laden Sie die Seite neu."
)
"""409: only what has failed is repeated, so that nobody gets a report twice."""
SchedulePaused: Final = refusal(409, "paused", "Dieser Zeitplan ist angehalten. Bitte setzen Sie ihn zuerst fort.")


class RunFailed(Problem):
    """The run has failed, and its row records that; `detail` is the reason."""

    code = "run_failed"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()
