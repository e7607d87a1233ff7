"""Problem responses of webhooks and machine tokens."""

from services.core.http.errors import Problem, refusal

UnknownWebhook = refusal(404, "not_found", "Diesen Webhook gibt es nicht mehr.")
UnknownDelivery = refusal(404, "not_found", "Diese Zustellung gibt es nicht mehr. Wir heben sie 30 Tage auf.")
TooManyWebhooks = refusal(
    409, "too_many", "Mehr als 20 Webhooks sind nicht möglich. Bitte entfernen Sie einen, den niemand mehr braucht."
)
StillWaiting = refusal(
    409, "still_waiting", "Diese Zustellung läuft noch. Ein zweites Mal ist sie erst danach möglich."
)
UnknownToken = refusal(404, "not_found", "Diesen Zugangsschlüssel gibt es nicht.")


class TokenRefused(Problem):
    """401: missing, unknown, expired or revoked; the response does not say which."""

    status = 401
    code = "token_refused"
    detail = "Der Zugangsschlüssel fehlt oder gilt nicht."

    def __init__(self) -> None:
        super().__init__(headers={"WWW-Authenticate": "Bearer"})


# The token's scope does not cover this schedule, whether or not it exists
OutOfScope = refusal(403, "out_of_scope", "Der Zugangsschlüssel gilt nicht für diesen Bericht.")
# No such schedule, or it has no result yet
NoResult = refusal(404, "no_result", "Für diesen Bericht liegt kein Ergebnis vor.")
