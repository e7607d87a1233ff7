"""How visitors arrive, what they are asked, what their device keeps, and what is counted of them."""

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from services.reservations.models import Reservation
from services.visits.models import ReservationTouch, Visit
from services.visits.steps import Step
from services.visits.touches import FLAT_FIELDS, TOUCH_FIELDS
from tests.journeys.pages import ReservationForm, alive, storage
from tests.journeys.records import Records, eventually

CAMPAIGN = {
    "utm_source": "newsletter",
    "utm_medium": "email",
    "utm_campaign": "herbst 2026",
    "utm_term": "solarstrom mieten",
    "utm_content": "knopf-oben",
    "referral_code": "NACHBAR-7",
}
QUERY = (
    "utm_source=newsletter&utm_medium=email&utm_campaign=herbst+2026&utm_term=solarstrom%20mieten"
    "&utm_content=knopf-oben&ref=NACHBAR-7"
)
REMEMBERED = "remembered_touches"
REFUSED = "remember_touches"
BEFORE_AN_ANSWER = {"touches", *FLAT_FIELDS}
"""What the specification asks to be kept of a visit with a campaign."""

_KEPT = """async () => ({
  session: Object.keys(sessionStorage).sort(),
  local: Object.keys(localStorage).sort(),
  databases: (await indexedDB.databases()).map(({name}) => name),
  caches: await caches.keys(),
  workers: (await navigator.serviceWorker.getRegistrations()).length,
})"""


@dataclass
class OriginQuestion:
    """The line that asks whether the origin may be remembered."""

    page: Page

    @property
    def line(self) -> Locator:
        return self.page.get_by_role("region", name="Frage zu Ihrem Weg zu uns")

    @property
    def yes(self) -> Locator:
        return self.line.get_by_role("button", name="Ja, merken")

    @property
    def no(self) -> Locator:
        return self.line.get_by_role("button", name="Nein, danke")


def kept(page: Page) -> dict[str, Any]:
    """Everything by which a page could leave something on the device; empty kinds are left out."""
    found: dict[str, Any] = page.evaluate(_KEPT)
    found["cookies"] = page.context.cookies()
    return {kind: names for kind, names in found.items() if names}


def counted(records: Records) -> list[tuple[Step, str]]:
    """Steps and paths of all visits in the order in which they arrived."""
    return [(Step(row["step"]), row["path"]) for row in records.rows(Visit)]


def wait_for_visits(records: Records, expected: list[tuple[Step, str]]) -> None:
    """Waits until exactly these are counted. Each is a separate call, so two that are made at almost the same time may
    arrive in either order.
    """
    try:
        eventually(lambda: len(counted(records)) >= len(expected), f"{len(expected)} visits are counted")
    finally:
        assert sorted(counted(records)) == sorted(expected)


def touches_of(records: Records, reservation_id: int) -> list[dict[str, str]]:
    """The frozen touches of a reservation, without their times."""
    rows = [row for row in records.rows(ReservationTouch) if row["reservation_id"] == reservation_id]
    return [{name: row[name] for name in TOUCH_FIELDS} for row in sorted(rows, key=lambda row: row["position"])]


def kept_touches(page: Page) -> list[dict[str, str]]:
    """The touches that the browser keeps for a reservation, without their times."""
    return [{name: one[name] for name in TOUCH_FIELDS} for one in json.loads(storage(page)["touches"])]


def touch(landing_path: str, **values: str) -> dict[str, str]:
    """A touch as it is stored."""
    return {**dict.fromkeys(TOUCH_FIELDS, ""), "landing_path": landing_path, **values}


def reserve(page: Page, spot: int = 1, email: str = "aenne@example.org") -> None:
    """From wherever the visitor is, by the link in the header."""
    _send(page, email).expect_thanks(spot)


def reserve_any(page: Page, records: Records, email: str) -> int:
    """The same where others may have reserved; answers the reservation's number."""
    form = _send(page, email)
    expect(page).to_have_url(re.compile(r"/reservierung/danke\?spot=\d+$"))
    [row] = [row for row in records.rows(Reservation) if row["email"] == email]
    form.expect_thanks(row["spot_number"])
    return int(row["id"])


def _send(page: Page, email: str) -> ReservationForm:
    form = ReservationForm(page)
    if not page.url.split("?")[0].endswith("/reservierung"):
        page.get_by_role("banner").get_by_role("link", name="Reservieren").click()
        page.wait_for_url("**/reservierung*")
        alive(page)
    form.complete(**{"E-Mail-Adresse": email})
    form.submit.click()
    return form
