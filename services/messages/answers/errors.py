"""Refusals of what staff write."""

from services.core.http.errors import Problem


class Overtaken(Problem):
    """409: the conversation went on since it was read. `version` is the present one, `by_name` who answered; null
    where it is a message that came in, or a change.
    """

    status = 409
    code = "overtaken"

    def __init__(self, version: int, by_name: str | None, *, is_answer: bool) -> None:
        who = by_name or "Jemand"
        what = f"{who} hat inzwischen geantwortet." if is_answer else "Hier hat sich inzwischen etwas geändert."
        self.detail = f"{what} Ihr Text ist noch da: Bitte lesen Sie den neuen Stand und senden Sie dann."
        super().__init__(version=version, by_name=by_name)


class NoAddress(Problem):
    """409: there is no address to write to."""

    status = 409
    code = "no_address"
    detail = (
        "Hier ist keine E-Mail-Adresse hinterlegt. Bitte rufen Sie an, oder tragen Sie an der Reservierung eine "
        "Adresse nach."
    )


class UnknownAnswer(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Antwort gibt es nicht."


class UnknownAnswerFile(Problem):
    """404: it was removed, sent, or deleted after a day."""

    status = 404
    code = "not_found"
    detail = "Diese Datei gibt es nicht mehr."


class AlreadySent(Problem):
    """409: it has left, or is leaving at this moment."""

    status = 409
    code = "already_sent"
    detail = "Diese Antwort ist schon hinausgegangen und lässt sich nicht mehr zurückholen."


class KeyUsed(Problem):
    """409: the key of this click belongs to another message."""

    status = 409
    code = "key_used"
    detail = "Diese Antwort wurde schon gesendet. Bitte laden Sie die Seite neu."
