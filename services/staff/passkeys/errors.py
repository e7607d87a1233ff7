"""Refusals of passkeys. One for every invalid answer, so that it reveals nothing about accounts."""

from services.core.http.errors import Abuse, refusal

# Unknown, of another account, of a disabled one, a wrong signature, or a counter that ran backwards
PasskeyRefused = refusal(
    401,
    "passkey_refused",
    "Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es noch einmal oder nehmen Sie Passwort und Code.",
    abuse=Abuse.SIGN_IN,
)
# The challenge has expired, was used, or belongs to another session
ChallengeGone = refusal(409, "passkey_expired", "Das hat zu lange gedauert. Bitte versuchen Sie es noch einmal.")
# At the public address of this installation browsers offer no passkeys
PasskeysUnavailable = refusal(
    404,
    "passkeys_unavailable",
    "Passkeys gibt es nur, wenn die Konsole unter https:// oder unter http://localhost erreichbar ist.",
)
# The browser's answer is no valid new passkey
PasskeyNotCreated = refusal(
    422, "passkey_not_created", "Dieser Passkey ließ sich nicht einrichten. Bitte versuchen Sie es noch einmal."
)
PasskeyKnown = refusal(409, "passkey_known", "Dieser Passkey ist schon eingerichtet.")
TooManyPasskeys = refusal(
    409, "too_many_passkeys", "Mehr als 20 Passkeys kann ein Konto nicht haben. Bitte entfernen Sie zuerst einen."
)
UnknownPasskey = refusal(404, "not_found", "Diesen Passkey gibt es nicht mehr.")
