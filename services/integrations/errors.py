"""Problem responses of webhooks and machine tokens."""

from services.core.http.errors import Problem


class UnknownWebhook(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Webhook gibt es nicht mehr."


class UnknownDelivery(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Zustellung gibt es nicht mehr. Wir heben sie 30 Tage auf."


class TooManyWebhooks(Problem):
    status = 409
    code = "too_many"
    detail = "Mehr als 20 Webhooks sind nicht möglich. Bitte entfernen Sie einen, den niemand mehr braucht."


class StillWaiting(Problem):
    status = 409
    code = "still_waiting"
    detail = "Diese Zustellung läuft noch. Ein zweites Mal ist sie erst danach möglich."


class UnknownToken(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Zugangsschlüssel gibt es nicht."


class TokenRefused(Problem):
    """401: missing, unknown, expired or revoked; the response does not say which."""

    status = 401
    code = "token_refused"
    detail = "Der Zugangsschlüssel fehlt oder gilt nicht."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


class OutOfScope(Problem):
    """403: the token's scope does not cover this schedule, whether or not it exists."""

    status = 403
    code = "out_of_scope"
    detail = "Der Zugangsschlüssel gilt nicht für diesen Bericht."


class NoResult(Problem):
    """404: no such schedule, or it has no result yet."""

    status = 404
    code = "no_result"
    detail = "Für diesen Bericht liegt kein Ergebnis vor."
