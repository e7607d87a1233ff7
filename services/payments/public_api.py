"""What payment providers call: Stripe's signed messages, and the page of the simulated provider."""

from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from services.core.http.calls import FormBody
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.errors import HttpProblem
from services.core.http.plain_pages import notice_page
from services.payments import check_card
from services.payments.errors import ForgedMessage
from services.payments.port import Provider
from services.payments.simulated import PATH, Simulated, SimulatedChecks
from services.payments.with_stripe import key_of_message

router = APIRouter(prefix="/api/payments", tags=["payments"])
pages = APIRouter(include_in_schema=False)
_HOME: Final = "/meine-reservierung"
_PAGE: Final = f"{PATH}/{{key}}"
_BODY: Final = {"requestBody": {"required": True, "content": {"application/json": {"schema": {}}}}}


async def _provider(request: Request) -> Provider | None:
    found: Provider | None = request.app.state.card_checks
    return found


ProviderOf = Annotated[Provider | None, Depends(_provider)]
"""The provider of card checks; None where they are not offered."""


@router.post("/stripe", status_code=204, response_class=Response, openapi_extra=_BODY)
async def receive_stripe_message(request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> Response:
    """A message of Stripe. Its signature is checked; then Stripe is asked what it is about at the next turn."""
    secret = settings.stripe_webhook_secret.get_secret_value()
    if not secret:
        raise HttpProblem(404)
    payload, signature = await request.body(), request.headers.get("stripe-signature", "")
    try:
        key = await run_in_threadpool(key_of_message, payload, signature, secret)
    except PermissionError as error:
        raise ForgedMessage from error
    if key is not None:
        now = clock()
        await run_in_threadpool(db.write, lambda session: check_card.nudge(session, key, now))
    return Response(status_code=204)


_Presses = tuple[tuple[Simulated, str], ...]
_ASKED: Final[_Presses] = (
    (Simulated.PAID, "Karte angenommen"),
    (Simulated.REFUSED, "Karte abgelehnt"),
    (Simulated.UNCONFIRMED, "Bestätigung der Bank nötig"),
    (Simulated.HANGING, "Bleibt hängen"),
)
_AT_THE_BANK: Final[_Presses] = (
    (Simulated.PAID, "Bei der Bank bestätigen"),
    (Simulated.NOT_CONFIRMED, "Nicht bestätigen"),
)
_BUTTONS: Final = frozenset(one.value for one, _ in (*_ASKED, *_AT_THE_BANK))
_BACK: Final = "back"


_HINT: Final = "Das ist kein echter Zahlungsdienst: Hier gibt es weder Bank noch Karte, und Geld fließt auch nicht."
_CHOOSE: Final = f"{_HINT} Sie wählen, wie die Prüfung ausgehen soll."


@pages.get(_PAGE)
def show_simulated_page(key: str, request: Request, provider: ProviderOf) -> Response:
    """The simulated provider's page."""
    known = provider.known(key) if isinstance(provider, SimulatedChecks) else None
    if known is None:
        return notice_page(request, "Diese Seite gibt es nicht", "Vielleicht ist die Prüfung schon lange vorbei.")
    if known is Simulated.UNCONFIRMED:
        title, presses = "Simulation: Ihre Bank fragt nach", _AT_THE_BANK
    elif known in (Simulated.ASKED, Simulated.REFUSED, Simulated.NOT_CONFIRMED):
        title, presses = "Simulation: 1 € auf Ihrer Karte vormerken?", _ASKED
    else:
        return notice_page(request, "Simulation: Hier ist nichts mehr zu tun", _HINT, [(_BACK, "Zurück zu Voltigo")])
    return notice_page(request, title, _CHOOSE, [(one.value, label) for one, label in presses])


@pages.post(_PAGE)
def press_on_simulated_page(key: str, typed: FormBody, provider: ProviderOf) -> Response:
    """A button of it. What it leads to is learned as from a real provider: by asking."""
    press = typed.get("press", "")
    if isinstance(provider, SimulatedChecks) and press in _BUTTONS:
        provider.press(key, Simulated(press))
    is_here = press == Simulated.UNCONFIRMED
    return RedirectResponse(f"{PATH}/{quote(key)}" if is_here else _HOME, 303)
