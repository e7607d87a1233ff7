"""Problem responses of handing over what a person receives and answers for."""

from services.core.http.errors import Problem


class UnknownPerson(Problem):
    status = 404
    code = "not_found"
    detail = "Dieses Konto gibt es nicht."


class CannotTakeOver(Problem):
    """409: the account is not active, or it is the one whose things are handed over."""

    status = 409
    code = "cannot_take_over"
    detail = "Dieses Konto kann nichts übernehmen. Bitte wählen Sie ein anderes, das aktiv ist."


class PlanChanged(Problem):
    """409: since the preview something has changed, so that other things would happen than were shown."""

    status = 409
    code = "plan_changed"
    detail = "Inzwischen hat sich etwas geändert. Bitte sehen Sie die neue Vorschau an und bestätigen Sie noch einmal."
