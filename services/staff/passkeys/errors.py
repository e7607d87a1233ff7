"""Refusals of passkeys. One for everything that is wrong with an answer, so that it tells nothing about accounts."""

from services.core.http.errors import Abuse, Problem


class PasskeyRefused(Problem):
    """401: unknown, of another account, of a disabled one, a wrong signature, or a counter that ran backwards."""

    status = 401
    code = "passkey_refused"
    detail = (
        "Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal oder nehmen Sie Passwort und Code."
    )
    abuse = Abuse.SIGN_IN


class ChallengeGone(Problem):
    """409: the challenge has expired, was used, or belongs to another session."""

    status = 409
    code = "passkey_expired"
    detail = "Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal."


class PasskeysUnavailable(Problem):
    """404: at the public address of this installation browsers offer no passkeys."""

    status = 404
    code = "passkeys_unavailable"
    detail = "Passkeys gibt es nur, wenn die Konsole unter https:// oder unter http://localhost erreichbar ist."


class PasskeyNotCreated(Problem):
    """422: what the browser sent is no new passkey of ours."""

    status = 422
    code = "passkey_not_created"
    detail = "Dieser Passkey ließ sich nicht einrichten. Bitte versuchen Sie es noch einmal."


class PasskeyKnown(Problem):
    """409: this passkey has been registered already."""

    status = 409
    code = "passkey_known"
    detail = "Dieser Passkey ist schon eingerichtet."


class TooManyPasskeys(Problem):
    """409: the account has as many as it may have."""

    status = 409
    code = "too_many_passkeys"
    detail = "Mehr als 20 Passkeys kann ein Konto nicht haben. Bitte entfernen Sie zuerst einen."


class UnknownPasskey(Problem):
    """404: the account has no such passkey, or none at all."""

    status = 404
    code = "not_found"
    detail = "Diesen Passkey gibt es nicht mehr."
