"""Refusals of answers."""

from services.core.http.errors import Problem, refusal


class Overtaken(Problem):
    """409: the conversation has changed since it was read. `version` is the present one, `by_name` who answered; null
    if a message came in or something else changed.
    """

    status = 409
    code = "overtaken"

    def __init__(self, version: int, by_name: str | None, *, is_answer: bool) -> None:
        who = by_name or "Jemand"
        what = f"{who} hat inzwischen geantwortet." if is_answer else "Hier hat sich inzwischen etwas geändert."
        self.detail = f"{what} Ihr Text ist noch da: Bitte lesen Sie den neuen Stand und senden Sie dann."
        super().__init__(version=version, by_name=by_name)


NoAddress = refusal(
    409,
    "no_address",
    "Hier ist keine E-Mail-Adresse hinterlegt. Bitte rufen Sie an, oder tragen Sie an der Reservierung eine "
    "Adresse nach.",
)
UnknownAnswer = refusal(404, "not_found", "Diese Antwort gibt es nicht.")
# It was removed, sent, or deleted after a day
UnknownAnswerFile = refusal(404, "not_found", "Diese Datei gibt es nicht mehr.")
AlreadySent = refusal(
    409, "already_sent", "Diese Antwort ist schon hinausgegangen und lässt sich nicht mehr zurückholen."
)
# The key of this click belongs to another message
KeyUsed = refusal(409, "key_used", "Diese Antwort wurde schon gesendet. Bitte laden Sie die Seite neu.")
