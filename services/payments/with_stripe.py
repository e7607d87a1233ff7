"""Stripe as the provider: on its page (Checkout) 1 € is authorised and never captured.

Stripe gets a random key and nothing of the household. Cards are typed on its page. The library is imported only
where Stripe is set up: it is large.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from pydantic_core import from_json

from services.offer import CARD_VERIFICATION_CENTS
from services.payments.port import Asked, Begun, Silent
from services.payments.states import Answer, Cause, Seen

if TYPE_CHECKING:
    from stripe import StripeClient
    from stripe.checkout import Session
    from stripe.params.checkout import SessionCreateParams

    from services.settings import Settings

NAME: Final = "stripe"
_SECONDS: Final = 10
_WITH_PAYMENT: Final = ["payment_intent.latest_charge"]
_CAUSES: Final[Mapping[str, Cause]] = {
    "payment_intent_authentication_failure": Cause.AUTHENTICATION,
    "authentication_required": Cause.AUTHENTICATION,
    "insufficient_funds": Cause.FUNDS,
    "expired_card": Cause.EXPIRED_CARD,
}


class StripeChecks:
    """The port over Stripe's API."""

    name = NAME

    def __init__(self, client: StripeClient, return_address: str) -> None:
        self._client = client
        self._return = return_address

    @classmethod
    def of(cls, settings: Settings, api: str = "https://api.stripe.com") -> StripeChecks:
        """With the key of the settings; `api`: where Stripe is."""
        import stripe

        client = stripe.StripeClient(
            settings.stripe_key.get_secret_value(),
            base_addresses={"api": api},
            http_client=stripe.RequestsClient(timeout=_SECONDS),
            max_network_retries=1,
        )
        return cls(client, f"{settings.public_url}/meine-reservierung")

    def begin(self, asked: Asked) -> Begun:
        """A session of Checkout; the same key gives the same one."""
        with _told():
            session = self._client.v1.checkout.sessions.create(self._checkout(asked), {"idempotency_key": asked.key})
        if not session.url:
            raise Silent("no address of the page")
        return Begun(session.id, session.url)

    def _checkout(self, asked: Asked) -> SessionCreateParams:
        """The same for the same check: Stripe refuses a key that comes with something else."""
        return {
            "mode": "payment",
            "locale": "de",
            "allowed_payment_method_types": ["card"],
            "client_reference_id": asked.key,
            "line_items": [
                {
                    "quantity": 1,
                    "price_data": {
                        "currency": "eur",
                        "unit_amount": CARD_VERIFICATION_CENTS,
                        "product_data": {"name": "Kartenprüfung, wird nicht abgebucht"},
                    },
                }
            ],
            "payment_intent_data": {"capture_method": "manual", "metadata": {"check": asked.key}},
            "expires_at": int(asked.closes_at.timestamp()),
            "success_url": self._return,
            "cancel_url": self._return,
        }

    def look_up(self, asked: Asked) -> Answer:
        """What its session and payment say."""
        return _answer(self._session(asked))

    def release(self, asked: Asked) -> None:
        """Close the session while it is open, else cancel the authorisation. What somebody has captured by hand at
        Stripe is paid back.
        """
        session = self._session(asked)
        payment = session.payment_intent
        with _told():
            if session.status == "open":
                self._client.v1.checkout.sessions.expire(session.id)
            elif _status(payment) == "requires_capture":
                self._client.v1.payment_intents.cancel(_id(payment), {}, {"idempotency_key": f"{asked.key}-release"})
            elif _status(payment) == "succeeded" and not _is_refunded(payment):
                self._client.v1.refunds.create(
                    {"payment_intent": _id(payment)}, {"idempotency_key": f"{asked.key}-refund"}
                )

    def _session(self, asked: Asked) -> Session:
        assert asked.reference is not None
        with _told():
            return self._client.v1.checkout.sessions.retrieve(asked.reference, {"expand": _WITH_PAYMENT})


def key_of_message(payload: bytes, signature: str, secret: str) -> str | None:
    """The key that a signed message is about; None: it is about something else. PermissionError where the signature is
    not Stripe's or too old.
    """
    import stripe

    try:
        stripe.WebhookSignature.verify_header(payload.decode(), signature, secret, stripe.Webhook.DEFAULT_TOLERANCE)
        event = from_json(payload)
    except (ValueError, stripe.SignatureVerificationError) as error:
        raise PermissionError from error
    about = _member(_member(event, "data"), "object")
    key = _member(about, "client_reference_id") or _member(_member(about, "metadata"), "check")
    return key if isinstance(key, str) else None


def _member(of: Any, name: str) -> Any:
    return of.get(name) if isinstance(of, dict) else None


@contextmanager
def _told() -> Iterator[None]:
    """Stripe's errors by kind: their messages repeat what was sent."""
    import stripe

    try:
        yield
    except stripe.StripeError as error:
        raise Silent(f"{type(error).__name__} {error.code or error.http_status or ''}".strip()) from error


def _answer(session: Session) -> Answer:
    payment = session.payment_intent
    status = _status(payment)
    if status == "requires_capture" or (status == "succeeded" and not _is_refunded(payment)):
        return Answer(Seen.HELD)
    if session.status == "complete" and status in ("canceled", "succeeded"):
        return Answer(Seen.RELEASED)
    if session.status == "expired":
        return Answer(Seen.CLOSED)
    error = getattr(payment, "last_payment_error", None)
    if status == "requires_payment_method" and error:
        code = getattr(error, "decline_code", None) or error.code or ""
        return Answer(Seen.REFUSED, _CAUSES.get(code, _CAUSES.get(error.code or "", Cause.REFUSED)))
    return Answer(Seen.WAITING)


def _status(payment: Any) -> str:
    return getattr(payment, "status", "")


def _id(payment: Any) -> str:
    found: str = payment.id
    return found


def _is_refunded(payment: Any) -> bool:
    return bool(getattr(payment.latest_charge, "refunded", False))
