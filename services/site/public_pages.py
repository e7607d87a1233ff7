"""Keeps the prerendered public pages in sync with the parks, and fills them with the settings of this installation.

The pages are files in memory, so serving them costs no query. The process that handles the edit refills them before it
responds; every other one polls for changes.
"""

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import structlog
from starlette.types import Receive, Scope, Send

from services.core.db.db import Database
from services.core.http.static_files import StaticSite
from services.core.money import format_eur
from services.core.stored_settings import load
from services.offer import CARD_VERIFICATION_CENTS, OFFER
from services.parks.site_facts import SiteFacts, site_facts
from services.privacy.company import company_values
from services.settings import Settings

log = structlog.get_logger()

LOOK_EVERY_SECONDS = 3

_CARD: Final = format_eur(CARD_VERIFICATION_CENTS, short=True)
CARD_CHECK: Final = (
    "Freiwillig können Sie Ihre Karte vor dem Vertrag unter „Meine Reservierung“ prüfen lassen: "
    f"{_CARD} wird vorgemerkt und wieder freigegeben."
)
"""What the questions and answers say of it where it is offered, and where it is not."""
NO_CARD_CHECK: Final = (
    f"Geplant ist eine Prüfung vor dem Vertrag: Auf Ihrer Zahlungskarte wird {_CARD} vorgemerkt und wieder "
    "freigegeben. Noch gibt es sie nicht."
)


def _state_of_pilot(facts: Sequence[SiteFacts]) -> str:
    """Which of the built pages to show: the site sells places of this one park."""
    return next((park.state for park in facts if park.id == OFFER["defaults"]["park"]), "open")


class PublicPages:
    """The public site of one process: an ASGI app."""

    def __init__(self, folder: Path, settings: Settings, widget_origins: dict[str, str]) -> None:
        self._settings = settings
        self._shown: tuple[Mapping[str, str], str] | None = None
        self._filling = threading.Lock()
        self.site = StaticSite(folder, None, widget_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page as it was filled last."""
        await self.site(scope, receive, send)

    def refresh(self, db: Database) -> None:
        """Refill the pages if a park has changed, or what administrators entered about the company."""
        with self._filling:
            with db.read() as session:
                facts = site_facts(session)
                self._settings.adopt(load(session, self._settings))
            shown = _site_tokens(self._settings, facts), _state_of_pilot(facts)
            if shown != self._shown:
                self.site.fill(*shown)
                self._shown = shown

    @asynccontextmanager
    async def following(self, db: Database) -> AsyncIterator[None]:
        """Fills the pages before the block begins and keeps them up to date while it runs."""
        await asyncio.to_thread(self._refresh_if_possible, db)
        watcher = asyncio.create_task(self._watch(db))
        try:
            yield
        finally:
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher

    async def _watch(self, db: Database) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            await asyncio.to_thread(self._refresh_if_possible, db)

    def _refresh_if_possible(self, db: Database) -> None:
        """Whatever fails here, such as an unavailable database, must not take the pages down."""
        try:
            self.refresh(db)
        except Exception as error:
            log.warning("pages_not_refreshed", error=type(error).__name__)


def _site_tokens(settings: Settings, parks: Sequence[SiteFacts]) -> Mapping[str, str]:
    """Token name (`__VOLTIGO_<name>__` in the page) to value; `SETTINGS` and `PARKS` are what scripts read, as JSON."""
    company = {
        "name": settings.company_name,
        "street": settings.company_street,
        "postcodeCity": settings.company_postcode_city,
        "email": settings.company_email,
        "phone": settings.company_phone,
        "dial": _dialled(settings.company_phone),
        "representative": settings.company_representative,
        "registerCourt": settings.company_register_court,
        "registerNumber": settings.company_register_number,
        "vatId": settings.company_vat_id,
    }
    person = {
        "name": settings.contact_person,
        "hours": settings.contact_hours,
        "picture": settings.contact_picture,
    }
    scripts = {
        "publicUrl": settings.public_url,
        "bookingUrl": settings.booking_url,
        "contactWidgetUrl": settings.contact_widget_url,
        "attributionStorage": settings.attribution_storage,
        "mailsLeave": bool(settings.smtp_url),
        "instalmentsOffered": settings.instalments_offered,
        "cardCheck": settings.card_check,
        "company": company,
        "person": person,
    }
    printed = {f"PARK_{park.id.upper()}_{name}": text for park in parks for name, text in park.printed().items()}
    return {
        **printed,
        "PARKS": json.dumps({park.id: park.for_scripts() for park in parks}, ensure_ascii=False),
        "SETTINGS": json.dumps(scripts, ensure_ascii=False),
        "PUBLIC_URL": settings.public_url,
        "BOOKING_URL": settings.booking_url,
        "CREDIT_SECURITY": settings.credit_security,
        "DISMANTLING": settings.dismantling,
        "CARD_CHECK": NO_CARD_CHECK if settings.card_check == "off" else CARD_CHECK,
        **{f"PERSON_{name.upper()}": text for name, text in person.items()},
        **company_values(settings),
        "COMPANY_DIAL": _dialled(settings.company_phone),
    }


def _dialled(phone: str) -> str:
    """A phone number in dialling form: `+49 (0)841 555-12` becomes `+4984155512`."""
    return re.sub(r"\(0\)|[^\d+]", "", phone)
