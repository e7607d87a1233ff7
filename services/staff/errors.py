"""Refusals of the staff API. None of them reveals whether an account exists."""

from services.core.http.errors import Abuse, Problem, refusal

SignedOut = refusal(
    401, "signed_out", "Sie sind nicht angemeldet oder Ihre Sitzung ist abgelaufen. Bitte melden Sie sich an."
)
Forbidden = refusal(403, "forbidden", "Dafür reicht Ihre Rolle nicht aus. Bitte wenden Sie sich an die Administration.")
# A sensitive call, and password and code were last confirmed too long ago
ConfirmationRequired = refusal(
    403, "confirmation_required", "Bitte bestätigen Sie diesen Schritt mit Ihrem Passwort und einem Code."
)
# The same for a wrong password, an unknown address and a disabled account
WrongCredentials = refusal(401, "wrong_credentials", "E-Mail-Adresse oder Passwort stimmen nicht.", abuse=Abuse.SIGN_IN)
# The second factor was removed; setting up a new one requires the password and the mailed link
SecondFactorLinkNeeded = refusal(
    403,
    "second_factor_link_needed",
    "Ihre Authenticator-App wurde zurückgesetzt. Bitte öffnen Sie den Link, den wir Ihnen gemailt haben. "
    "Einen neuen schickt Ihnen Ihre Administration.",
)
# The code is not currently valid, or was used before
WrongCode = refusal(
    401,
    "wrong_code",
    "Dieser Code stimmt nicht oder wurde schon verwendet. Bitte nehmen Sie den nächsten.",
    abuse=Abuse.SIGN_IN,
)
WrongStage = refusal(
    409, "wrong_stage", "Dieser Schritt passt nicht zum Stand Ihrer Anmeldung. Bitte laden Sie die Seite neu."
)
# A one-time link that was used, replaced, has expired, or never existed
LinkUnusable = refusal(
    404,
    "link_unusable",
    "Dieser Link wurde schon verwendet oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben.",
)
UnknownAccount = refusal(404, "not_found", "Dieses Konto gibt es nicht.")
UnknownSession = refusal(404, "not_found", "Diese Sitzung gibt es nicht mehr.")
EmailTaken = refusal(409, "email_taken", "Mit dieser E-Mail-Adresse gibt es schon ein Konto.")
LastAdmin = refusal(
    409,
    "last_admin",
    "Dies ist das letzte aktive Konto der Administration. Bitte geben Sie diese Rolle zuerst noch jemandem.",
)
OwnAccount = refusal(409, "own_account", "Das eigene Konto kann nur jemand anderes aus der Administration sperren.")
WrongState = refusal(409, "wrong_state", "Das passt nicht zum Zustand dieses Kontos. Bitte laden Sie die Seite neu.")


class Stale(Problem):
    """409: it was saved after the version that an edit is based on. `what` is the thing with its article in the
    accusative, `diese Kampagne`. Members are those of `stale.StaleOut`.
    """

    status = 409
    code = "stale"

    def __init__(self, what: str, version: int, **members: object) -> None:
        super().__init__(headers=None, version=version, **members)
        self.what, self.version = what, version
        self.detail = f"Jemand hat {what} inzwischen geändert. Bitte vergleichen Sie beide Stände."


class Busy(Problem):
    """503: too many passwords are being checked at once."""

    status = 503
    code = "busy"
    detail = "Gerade melden sich sehr viele Menschen an. Bitte versuchen Sie es in einem Moment erneut."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})
