"""The pages as a visitor uses them: by label and role."""

import json
from dataclasses import dataclass
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, Request, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.journeys.filling import CHOICES

RESERVE = "**/functions/v1/reserve-spot"
CONTACT_CALL = "**/api/contact"

ROUTES = (
    "/",
    "/pilot",
    "/wie-es-funktioniert",
    "/ueber-uns",
    "/solar-gutschriftsrechner",
    "/voltigo-im-vergleich",
    "/faqs",
    "/wenn-etwas-schiefgeht",
    "/reservierung",
    "/reservierung/danke",
    "/kontakt",
    "/dashboard",
    "/dashboard/invest",
    "/widerruf",
    "/kuendigen",
    "/agb",
    "/datenschutz",
    "/impressum",
    "/barrierefreiheit",
    "/was-wir-messen",
    "/en",
    "/einfach",
)
SOME_ROUTES = ("/", "/solar-gutschriftsrechner", "/reservierung", "/dashboard", "/datenschutz")
"""One of each kind: what all pages have in common is asked of these in `make test`, of all in `make prove`."""

CONSENT_TOAST = ("Zustimmung erforderlich", "Bitte stimmen Sie den Nutzungsbedingungen zu.")
FAILURE_TOAST = ("Fehler bei der Reservierung", "Bitte versuchen Sie es erneut oder kontaktieren Sie uns.")

ENERGY = {
    "Postleitzahl": "85049",
    **{choice.site: choice.value for choice in CHOICES.values()},
    "Abschlag im Monat": "85,50",
}
CONTACT = {
    "Vorname": "Änne",
    "Nachname": "Müller-Öztürk",
    "E-Mail-Adresse": "aenne@example.org",
    "Mobilnummer": "0151 23456789",
}
LETTER = {
    "Vor- und Nachname": "Änne Müller",
    "E-Mail-Adresse": "aenne@example.org",
    "Worum geht es?": "Frage zum Angebot",
    "Ihre Nachricht": "Wie groß ist der Park?\nUnd wann geht es los?",
}
_OVERFLOW = """async () => {
  const beyond = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  for (let frame = 0; frame < 2 || (frame < 120 && beyond() > 0); frame++) {
    await new Promise(shown => requestAnimationFrame(shown))
  }
  return beyond()
}"""
_CONTACT_CHOICES = ("Worum geht es?", "Solarpark", "Zahlungsart")


def alive(page: Page) -> None:
    """Wait until what moves in the page is there: React, which takes over a few elements at a time, from top to bottom;
    or the small script of a page that only shows. The heading may not have been read yet after a click.
    """
    page.wait_for_function(
        """() => [document.querySelector('main h1'), [...document.querySelectorAll('footer a')].at(-1)]
            .every(node => Object.keys(node ?? {}).some(key => key.startsWith('__reactProps')))
          || (document.readyState === 'complete' && document.querySelector('script[src*="/assets/shown-"]'))"""
    )


class HeldBack:
    """Requests of an address, which wait until `release`; those that a busy browser makes only after it do not."""

    def __init__(self, page: Page, address: str) -> None:
        self._routes: list[Route] = []
        self._is_over = False
        page.route(address, self._keep)

    def release(self) -> None:
        self._is_over = True
        for route in self._routes:
            route.continue_()

    def _keep(self, route: Route) -> None:
        if self._is_over:
            route.continue_()
        else:
            self._routes.append(route)


def visit(page: Page, path: str) -> None:
    page.goto(path)
    alive(page)


def storage(page: Page) -> dict[str, str]:
    """Session storage as it is now."""
    kept: dict[str, str] = page.evaluate("() => ({...sessionStorage})")
    return kept


def expect_stored(page: Page, names: set[str]) -> None:
    """Wait until session storage holds exactly these keys: effects run a moment after what they follow is seen."""
    holds_exactly = "names => JSON.stringify(Object.keys(sessionStorage).sort()) === JSON.stringify(names)"
    try:
        page.wait_for_function(holds_exactly, arg=sorted(names))
    except PlaywrightTimeout:
        assert set(storage(page)) == names
        raise


def euro(cents: int) -> str:
    """137700 → `1.377,00 €`, with an ordinary space as expectations compare it."""
    return f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02d} €"


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the window, once its drawings have followed a resize: their observer
    is called in one frame, and they are drawn again in a later one."""
    wide: int = page.evaluate(_OVERFLOW)
    return wide


@dataclass
class ReservationForm:
    """`/reservierung`."""

    page: Page

    def open(self) -> None:
        visit(self.page, "/reservierung")

    def field(self, label: str) -> Locator:
        return self.page.get_by_label(label, exact=True)

    def fill(self, values: dict[str, str]) -> None:
        for label, value in values.items():
            if any(label == choice.site for choice in CHOICES.values()):
                self.field(label).select_option(value)
            else:
                self.field(label).fill(value)

    def next(self, to: str) -> None:
        """Press the button that leads to a section."""
        self.page.get_by_role("button", name=f"Weiter {to}").click()

    def unlock(self, **changes: str) -> None:
        """Fill section 1 and go on."""
        self.fill({**ENERGY, **changes})
        self.next("zum Solarpaket")
        expect(self.heading("Wie groß soll Ihr Anteil sein?")).to_be_focused()

    def complete(self, *, consent: bool = True, **contact: str) -> None:
        """Fill everything in."""
        self.unlock()
        self.fill({**CONTACT, **contact})
        if consent:
            self.consent.check()

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name)

    def package(self, kwh: int) -> Locator:
        return self.page.locator(f"input[name=annual_kwh][value='{kwh}']")

    def plan(self, plan: str) -> Locator:
        return self.page.locator(f"input[name=payment_plan][value='{plan}']")

    @property
    def slider(self) -> Locator:
        return self.page.get_by_role("slider", name="Erwartete Gutschrift")

    @property
    def consent(self) -> Locator:
        return self.page.get_by_role("checkbox")

    @property
    def submit(self) -> Locator:
        """In the last section, or in the bar that carries it on a narrow screen."""
        return self.page.locator(".reservation button[type=submit]:visible")

    @property
    def missing(self) -> Locator:
        """The fields named beside the button."""
        return self.page.locator(".missing:visible")

    def press_early(self) -> None:
        """Press the button although it is `aria-disabled`, which Playwright would wait for."""
        self.submit.click(force=True)

    @property
    def summary(self) -> Locator:
        """The list of what is wrong."""
        return self.page.locator(".summary")

    @property
    def notice(self) -> Locator:
        """The sentence beside the button."""
        return self.page.locator(".notice")

    @property
    def progress(self) -> Locator:
        return self.page.get_by_role("progressbar")

    def error_of(self, name: str) -> Locator:
        return self.page.locator(f"#{name}-fehler")

    def expect_toast(self, toast: tuple[str, str]) -> None:
        box = self.page.get_by_role("alert").locator(".toast")
        expect(box.locator("p")).to_have_text(list(toast))

    def expect_thanks(self, spot: int) -> None:
        expect(self.page).to_have_url(f"{self.page.url.partition('/reservierung')[0]}/reservierung/danke?spot={spot}")
        expect(self.heading(f"Platz {spot} von 500 reserviert!")).to_be_visible()


class Calls:
    """The reservation calls of a page, with the power to hold or lose them."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.requests: list[Any] = []
        self.held: list[Route] = []
        page.on("request", lambda request: self.requests.append(request) if "/reserve-spot" in request.url else None)

    @property
    def keys(self) -> list[str]:
        """The idempotency key of each call."""
        return [request.headers["idempotency-key"] for request in self.requests]

    def hold(self) -> None:
        """From now on calls wait in `held`."""

        def keep(route: Route) -> None:
            self.held.append(route)

        self._page.route(RESERVE, keep)

    def first_held(self) -> Route:
        """The first call that waits. A page tells of its request before the request is handed over here."""
        patience = monotonic() + 90
        while not self.held:
            assert monotonic() < patience, "no call was made"
            self._page.evaluate("() => new Promise(requestAnimationFrame)")
        return self.held[0]

    def lose_answers(self) -> None:
        """From now on calls arrive, but their answers are lost on the way back."""

        def deliver(route: Route) -> None:
            route.fetch()
            route.abort()

        self._page.route(RESERVE, deliver)

    def let_through(self) -> None:
        self._page.unroute(RESERVE)


class Reports:
    """What a page reports of the visit from now on."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        self.address = ""
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.url.endswith("/api/visits"):
            self.address = request.url
            self.sent.append(json.loads(request.post_data or "{}"))

    @property
    def steps(self) -> list[str]:
        return [report["step"] for report in self.sent]


@dataclass
class ContactForm:
    """`/kontakt` with our own form."""

    page: Page

    def open(self, query: str = "") -> None:
        visit(self.page, f"/kontakt{query}")
        expect(self.submit).to_be_visible()

    def field(self, label: str) -> Locator:
        return self.page.locator("main").get_by_label(label, exact=True)

    def fill(self, values: dict[str, str]) -> None:
        for label, value in values.items():
            if label in _CONTACT_CHOICES:
                self.field(label).select_option(label=value)
            else:
                self.field(label).fill(value)

    @property
    def area(self) -> Locator:
        """The area of 500 px in which the form appears."""
        return self.page.get_by_role("region", name="Schreiben Sie uns")

    @property
    def form(self) -> Locator:
        return self.page.locator("form.letter")

    @property
    def submit(self) -> Locator:
        return self.page.locator("main button[type=submit]")

    @property
    def summary(self) -> Locator:
        return self.page.locator(".summary")

    @property
    def toast(self) -> Locator:
        return self.page.locator(".toast")

    @property
    def sent(self) -> Locator:
        return self.page.get_by_role("heading", name="Ihre Nachricht ist da.")

    def error_of(self, name: str) -> Locator:
        return self.page.locator(f"#{name}-fehler")
