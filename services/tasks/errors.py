"""Problem responses of tasks."""

from services.core.http.errors import Problem


class UnknownWork(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Aufgabe ist inzwischen erledigt."


class WorkChanged(Problem):
    """409: a colleague did something with the line since it was read; `name` is theirs."""

    status = 409
    code = "work_changed"

    def __init__(self, name: str | None) -> None:
        self.detail = f"{name or 'Jemand'} war schneller. Die Liste zeigt jetzt, wie die Aufgabe steht."
        super().__init__()


class SnoozedTooLong(Problem):
    """409: the term ends before that day; `term` as people say it."""

    status = 409
    code = "snoozed_too_long"

    def __init__(self, term: str) -> None:
        self.detail = f"Frist endet am {term}, später geht nicht."
        super().__init__()


class NoAssignee(Problem):
    """409: the account is disabled, or its role does not do such work."""

    status = 409
    code = "no_assignee"
    detail = "An dieses Konto lässt sich die Aufgabe nicht geben. Bitte wählen Sie jemand anderen."


class EndsElsewhere(Problem):
    """409: the line ends with its cause, which has a page of its own."""

    status = 409
    code = "ends_elsewhere"
    detail = "Diese Aufgabe endet von selbst, sobald sie entschieden ist. Öffnen Sie sie dazu."


class NothingToUndo(Problem):
    """409: nothing was done with the line, or what was done is final."""

    status = 409
    code = "nothing_to_undo"
    detail = "Hier gibt es nichts zurückzunehmen."


class CannotTakeOver(Problem):
    """409: the account is not active, or it is the one whose things are handed over."""

    status = 409
    code = "cannot_take_over"
    detail = "Dieses Konto kann nichts übernehmen. Bitte wählen Sie ein anderes, das aktiv ist."


class NotRefused(Problem):
    status = 409
    code = "not_refused"
    detail = "Um diese E-Mail hat sich schon jemand gekümmert. Bitte laden Sie die Seite neu."
