"""Refusals of card checks."""

from services.core.http.errors import Problem, refusal

NotOffered = refusal(409, "not_offered", "Eine Kartenprüfung bieten wir hier derzeit nicht an.")
# The provider does not answer, or not as it should
ProviderAway = refusal(
    503,
    "provider_away",
    "Der Zahlungsdienst antwortet gerade nicht. Auf Ihrer Karte ist nichts vorgemerkt. Bitte versuchen Sie es in ein "
    "paar Minuten noch einmal.",
)
ProviderSilent = refusal(
    503,
    "provider_away",
    "Der Zahlungsdienst antwortet gerade nicht. Voltigo fragt von selbst weiter; hier steht dann der neue Stand.",
)
UnknownCheck = refusal(404, "not_found", "Diese Kartenprüfung gibt es nicht.")
ForgedMessage = refusal(400, "bad_signature", "Diese Meldung ist nicht vom Zahlungsdienst unterschrieben.")


class NoCheck(Problem):
    """409: this reservation's card is not to be checked, for the reason given."""

    status = 409
    code = "no_check"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()
