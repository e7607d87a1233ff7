"""Problem responses of schedules, recipients and scheduled runs."""

from typing import Final

from services.core.http.errors import Problem

MOST_SCHEDULES: Final = 200


class UnknownSchedule(Problem):
    """404: the schedule does not exist, was removed, or the role may not see its report."""

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


class PackFull(Problem):
    status = 409
    code = "pack_full"

    def __init__(self, schedule: str) -> None:
        self.detail = (
            f"„{schedule}“ hat schon sechs Berichte, mehr passen nicht in eine Mail. "
            "Bitte nehmen Sie dort zuerst einen heraus oder wählen Sie eine andere Zustellung."
        )
        super().__init__()


class AlreadyInPack(Problem):
    """409: the schedule sends the same report with the same parameters already."""

    status = 409
    code = "already_in_pack"

    def __init__(self, schedule: str, title: str) -> None:
        self.detail = f"„{schedule}“ enthält „{title}“ schon mit denselben Angaben. Es wurde nichts geändert."
        super().__init__()


class NotForAll(Problem):
    """409: owner or recipients of the schedule may not see the report."""

    status = 409
    code = "not_for_all"

    def __init__(self, title: str, names: str) -> None:
        self.detail = (
            f"„{title}“ ist nicht für alle bestimmt, die diese Zustellung bekommen oder verantworten: {names}. "
            "Bitte legen Sie dafür eine eigene Zustellung an."
        )
        super().__init__()


class NoRecipient(Problem):
    """409: a run would reach nobody."""

    status = 409
    code = "no_recipient"
    detail = "Dieser Zeitplan hat keinen Empfänger mehr. Bitte tragen Sie zuerst einen ein."


class UnknownRecipient(Problem):
    """404: the schedule has no such external address."""

    status = 404
    code = "not_found"
    detail = "Diese Adresse steht nicht mehr auf dem Zeitplan. Bitte laden Sie die Seite neu."


class UnknownDelivery(Problem):
    """404: there is no such scheduled run, or the role may not see its report."""

    status = 404
    code = "not_found"
    detail = "Diesen Lauf gibt es nicht."


class UnknownArtefact(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Datei gibt es nicht."


class ArtefactExpired(Problem):
    """410: the file existed, but its retention has ended."""

    status = 410
    code = "expired"
    detail = "Diese Datei wird nicht mehr aufbewahrt."


class PreviewReplaced(Problem):
    """409: the same person has requested another preview since."""

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
