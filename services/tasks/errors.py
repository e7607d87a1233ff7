"""Problem responses of tasks."""

from services.core.http.errors import Problem, refusal

UnknownWork = refusal(404, "not_found", "Diese Aufgabe ist inzwischen erledigt.")


class WorkChanged(Problem):
    """409: a colleague has changed the line since it was read; `name` is theirs."""

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


# The account is disabled, or its role does not do such work
NoAssignee = refusal(
    409, "no_assignee", "An dieses Konto lässt sich die Aufgabe nicht geben. Bitte wählen Sie jemand anderen."
)
# The line ends with its cause, which has its own page
EndsElsewhere = refusal(
    409, "ends_elsewhere", "Diese Aufgabe endet von selbst, sobald sie entschieden ist. Öffnen Sie sie dazu."
)
NothingToUndo = refusal(409, "nothing_to_undo", "Hier gibt es nichts zurückzunehmen.")
# The account is not active, or it is the one whose things are handed over
CannotTakeOver = refusal(
    409, "cannot_take_over", "Dieses Konto kann nichts übernehmen. Bitte wählen Sie ein anderes, das aktiv ist."
)
NotRefused = refusal(
    409, "not_refused", "Um diese E-Mail hat sich schon jemand gekümmert. Bitte laden Sie die Seite neu."
)
