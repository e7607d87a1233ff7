"""Problem responses of the checks."""

from services.core.http.errors import Problem


class NoMailServer(Problem):
    """409: mails become files, so a test mail would reach nobody."""

    status = 409
    code = "no_mail_server"
    detail = "Es ist kein Postausgang eingetragen: Eine Testmail würde nur als Datei auf dem Server liegen."


class MailServerRefuses(Problem):
    """409: the connection or the log-in fails, so a test mail would wait in the outbox."""

    status = 409
    code = "mail_server_refuses"
    detail = "Der Postausgang nimmt gerade nichts an. Welcher Schritt scheitert, steht neben dem letzten Versuch."


class CodeRefused(Problem):
    """409: no test mail waits for its code, this is not its code, or too many were tried."""

    status = 409
    code = "code_refused"
    detail = "Dieser Code passt nicht zur letzten Testmail. Nach fünf Versuchen oder einer Stunde hilft nur eine neue."


class KeyRefused(Problem):
    """409: these are not the last characters of the backup key, or there is none."""

    status = 409
    code = "key_refused"
    detail = "Das sind nicht die letzten sechs Zeichen des Schlüssels, mit dem dieser Server sichert."


class StillOpen(Problem):
    """409: something else has to be put right before it can be confirmed."""

    status = 409
    code = "still_open"
    detail = "In den Rechtstexten stehen noch Platzhalter. Bestätigen lassen sie sich erst, wenn alle ersetzt sind."


class NotReady(Problem):
    """This process cannot work, or is shutting down; load balancers send requests elsewhere. `causes` gives the
    reasons.
    """

    status = 503
    code = "not_ready"
    detail = "Dieser Server kann gerade nicht arbeiten."

    def __init__(self, causes: list[str]) -> None:
        super().__init__(causes=causes)
