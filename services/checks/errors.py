"""Problem responses of the checks."""

from services.core.http.errors import Problem, refusal

# Mails become files, so a test mail would reach nobody
NoMailServer = refusal(
    409,
    "no_mail_server",
    "Es ist kein Mailserver eingetragen: Eine Testmail würde nur als Datei auf dem Server liegen.",
)
# No test mail waits for its code, this is not its code, or too many were tried
CodeRefused = refusal(
    409,
    "code_refused",
    "Dieser Code passt nicht zur letzten Testmail. Nach fünf Versuchen oder einer Stunde hilft nur eine neue.",
)
# These are not the last characters of the backup key, or there is none
KeyRefused = refusal(
    409, "key_refused", "Das sind nicht die letzten sechs Zeichen des Schlüssels, mit dem dieser Server sichert."
)
# Something else has to be put right before it can be confirmed
StillOpen = refusal(
    409,
    "still_open",
    "In den Rechtstexten stehen noch Platzhalter. Bestätigen lassen sie sich erst, wenn alle ersetzt sind.",
)


class NotReady(Problem):
    """This process cannot work, or is shutting down; load balancers send requests elsewhere. `causes` gives the
    reasons.
    """

    status = 503
    code = "not_ready"
    detail = "Dieser Server kann gerade nicht arbeiten."

    def __init__(self, causes: list[str]) -> None:
        super().__init__(causes=causes)


class MailServerRefuses(Problem):
    """The connection, the log-in or the mail itself was refused; `words` name the step."""

    status = 409
    code = "mail_server_refuses"

    def __init__(self, words: str) -> None:
        super().__init__()
        self.detail = f"Die Testmail konnte nicht gesendet werden. {words}"
