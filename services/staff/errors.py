"""Refusals of the staff API. None of them reveals whether an account exists."""

from services.core.http.errors import Abuse, Problem


class SignedOut(Problem):
    """401: no session, or one that has ended."""

    status = 401
    code = "signed_out"
    detail = "Sie sind nicht angemeldet oder Ihre Sitzung ist abgelaufen. Bitte melden Sie sich an."


class Forbidden(Problem):
    """403: signed in, but the role does not cover it."""

    status = 403
    code = "forbidden"
    detail = "Dafür reicht Ihre Rolle nicht aus. Bitte wenden Sie sich an die Administration."


class ConfirmationRequired(Problem):
    """403: a sensitive call, and password and code were last confirmed too long ago."""

    status = 403
    code = "confirmation_required"
    detail = "Bitte bestätigen Sie diesen Schritt mit Ihrem Passwort und einem Code."


class WrongCredentials(Problem):
    """401: the same for a wrong password, an unknown address and a disabled account."""

    status = 401
    code = "wrong_credentials"
    detail = "E-Mail-Adresse oder Passwort stimmen nicht."
    abuse = Abuse.SIGN_IN


class SecondFactorLinkNeeded(Problem):
    """403: the second factor was removed, and setting up a new one requires the mailed link besides the password."""

    status = 403
    code = "second_factor_link_needed"
    detail = (
        "Ihre Authenticator-App wurde zurückgesetzt. Bitte öffnen Sie den Link, den wir Ihnen gemailt haben. "
        "Einen neuen schickt Ihnen Ihre Administration."
    )


class WrongCode(Problem):
    """401: the code is not currently valid, or was used before."""

    status = 401
    code = "wrong_code"
    detail = "Dieser Code stimmt nicht oder wurde schon verwendet. Bitte nehmen Sie den nächsten."
    abuse = Abuse.SIGN_IN


class WrongStage(Problem):
    """409: this step does not fit the current stage of the log-in."""

    status = 409
    code = "wrong_stage"
    detail = "Dieser Schritt passt nicht zum Stand Ihrer Anmeldung. Bitte laden Sie die Seite neu."


class LinkUnusable(Problem):
    """404: a one-time link that was used, replaced, has expired, or never existed."""

    status = 404
    code = "link_unusable"
    detail = "Dieser Link wurde schon verwendet oder ist abgelaufen. Bitte lassen Sie sich einen neuen geben."


class UnknownAccount(Problem):
    status = 404
    code = "not_found"
    detail = "Dieses Konto gibt es nicht."


class UnknownSession(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Sitzung gibt es nicht mehr."


class EmailTaken(Problem):
    """409: another account has this address."""

    status = 409
    code = "email_taken"
    detail = "Mit dieser E-Mail-Adresse gibt es schon ein Konto."


class LastAdmin(Problem):
    """409: no active administrator would be left."""

    status = 409
    code = "last_admin"
    detail = "Dies ist das letzte aktive Konto der Administration. Bitte geben Sie diese Rolle zuerst noch jemandem."


class OwnAccount(Problem):
    """409: administrators cannot disable their own account."""

    status = 409
    code = "own_account"
    detail = "Das eigene Konto kann nur jemand anderes aus der Administration sperren."


class WrongState(Problem):
    """409: the account's state does not allow it."""

    status = 409
    code = "wrong_state"
    detail = "Das passt nicht zum Zustand dieses Kontos. Bitte laden Sie die Seite neu."


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
