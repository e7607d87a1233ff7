"""Refusals of contracts."""

from services.core.http.errors import Problem, refusal


class NoContractNow(Problem):
    """409: the reservation is not where a contract is next. The sentence says why."""

    status = 409
    code = "not_now"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


OfferChanged = refusal(
    409,
    "changed_meanwhile",
    "Der Anteil oder die Unterlagen haben sich inzwischen geändert. Bitte sehen Sie sich den neuen Stand an.",
)
UnknownContract = refusal(404, "not_found", "Diesen Vertrag gibt es nicht.")
AlreadyDecided = refusal(409, "already_decided", "Darüber ist schon entschieden.")
AlreadyConnected = refusal(
    409,
    "already_connected",
    "Zu diesem Netzanschluss sind schon Zahlungen fällig geworden. Der Tag lässt sich nicht mehr ändern.",
)
ConnectedInFuture = refusal(409, "in_the_future", "Bitte geben Sie heute oder einen Tag davor an.")
