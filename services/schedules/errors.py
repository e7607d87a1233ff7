"""Problem responses of schedules, recipients and scheduled runs."""

from typing import Final

from services.core.http.errors import Problem

MOST_SCHEDULES: Final = 200


class UnknownSchedule(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Zeitplan gibt es nicht."


class OthersSchedule(Problem):
    status = 403
    code = "not_owner"
    detail = "Diesen Zeitplan kann nur ändern, wem er gehört, oder die Administration."


class TooManySchedules(Problem):
    status = 409
    code = "too_many"
    detail = f"Mehr als {MOST_SCHEDULES} Zeitpläne lassen sich nicht speichern. Bitte löschen Sie zuerst einen."


class NoRecipient(Problem):
    status = 409
    code = "no_recipient"
    detail = "Dieser Zeitplan hat keinen Empfänger mehr. Bitte tragen Sie zuerst einen ein."


class UnknownRecipient(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Adresse steht nicht mehr auf dem Zeitplan. Bitte laden Sie die Seite neu."


class UnknownDelivery(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Lauf gibt es nicht."


class UnknownArtefact(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Datei gibt es nicht."


class ArtefactExpired(Problem):
    status = 410
    code = "expired"
    detail = "Diese Datei wird nicht mehr aufbewahrt."


class PreviewReplaced(Problem):
    status = 409
    code = "replaced"
    detail = "Diese Vorschau wurde abgebrochen, weil Sie inzwischen eine neuere angefordert haben."


class NotFailed(Problem):
    """409: only what has failed is repeated, so that nobody gets a report twice."""

    status = 409
    code = "not_failed"
    detail = "Dieser Lauf ist nicht fehlgeschlagen oder wird schon wiederholt. Bitte laden Sie die Seite neu."


class SchedulePaused(Problem):
    status = 409
    code = "paused"
    detail = "Dieser Zeitplan ist angehalten. Bitte setzen Sie ihn zuerst fort."


class RunFailed(Problem):
    """The run has failed, and its row records that; `detail` is the reason."""

    code = "run_failed"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()
