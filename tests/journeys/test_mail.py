"""The mail of a reservation as a mail program shows it: its own place on the field, and the years of its credits."""

import io
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import LONGEST_WORD, Renderer
from tests.journeys.pages import overflow
from tests.services.mail.posting import SENDER, received
from tests.services.reports.render.test_chart import of_report
from tests.services.reports.render.test_mail import sent

TAKEN = [[1, 217], [226, 226], [303, 304], [480, 480]]
COLOURS = {
    "light": {"d": (245, 179, 1), "m": (23, 56, 74), "f": (221, 228, 192), "p": (28, 107, 64)},
    "dark": {"d": (255, 197, 49), "m": (65, 114, 138), "f": (27, 51, 35), "p": (52, 121, 79)},
}


def markup() -> str:
    mail = received(spot_number=217, taken=TAKEN, plan_months=48, plan_total_cents=155_900)
    moment = datetime(2026, 11, 3, 10, 30, tzinfo=UTC)
    leased = Leased(1, mail.kind, "anna@example.org", to_values(mail), "0123abcd", 1, moment)
    body = Renderer(SENDER).message(leased).get_body(("html",))
    assert body is not None
    return str(body.get_content())


def middle(cell: Locator, screen: Image.Image) -> tuple[int, ...]:
    """The colour in the middle of a cell."""
    box = cell.bounding_box()
    assert box
    pixel = screen.getpixel((int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)))
    assert isinstance(pixel, tuple)
    return pixel[:3]


def test_place_and_years_are_drawn(page: Page, subtests: pytest.Subtests) -> None:
    page.set_content(markup())
    for width, scheme in ((360, "light"), (390, "dark"), (700, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        with subtests.test(width=width, scheme=scheme):
            assert overflow(page) == 0
            _expect_drawn(page, scheme)


def _expect_drawn(page: Page, scheme: str) -> None:
    screen = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    field, strip = page.locator(".land .cells td"), page.locator(".years > tbody > tr > td")
    assert (field.count(), strip.count()) == (500, 20)
    colours = COLOURS[scheme]
    for number, letter in ((1, "m"), (216, "m"), (217, "d"), (218, "f"), (226, "m"), (480, "m"), (500, "f")):
        assert middle(field.nth(number - 1), screen) == colours[letter], number
    for year, letter in ((1, "p"), (16, "p"), (18, "d"), (20, "d")):
        assert middle(strip.nth(year - 1).locator("td"), screen) == colours[letter], year
    turning = [box["width"] for cell in strip.nth(16).locator("td").all() if (box := cell.bounding_box())]
    assert turning[0] / sum(turning) == pytest.approx(0.4, abs=0.1)


LONG = "herbst_2026_" * 11 + "ende"
REPORTS: Mapping[str, Mapping[str, list[dict[str, Any]]]] = {
    "referrals": {
        "codes": [
            {"code": code, "recommender": name, "valid": 5, "contracted": 2, "chain_contracted": 2}
            for code, name in (("ENERGIEBERATUNG", "Energieberatung Donau"), ("EINMAL", "Haushalte"))
        ]
    },
    "credits": {
        "scenarios": [
            {"scenario": name, "credit_cents": 61_120_000, "contracted_credit_cents": 34_240_000}
            for name in ("Konservativ", "Realistisch", "Optimistisch")
        ]
    },
    "breakdown": {
        "values": [
            {"value": name, "visitors": 1_204, "reservations": 19, "quote": 84_000, "contracted": 8}
            for name in ("Empfehlungscode", "Soziale Netze, unbezahlt", "balkon-ohne-balkon", LONG)
        ]
    },
    "money": {
        "campaigns": [
            {"channel": "campaign", "utm_source": "x", "utm_medium": "", "utm_campaign": "", "referrer_host": "",
             "name": name, "cost_per_contract": 140_905, "contracts_ppm": 3_000_000, "verdict": "no_costs"}
            for name in ("Donaubeleuchtung", LONG)
        ]
    },
}  # fmt: skip
BROKEN = """longest => [...document.querySelectorAll('.card th, .card td')].flatMap((cell) =>
  [...cell.childNodes].filter((node) => node.nodeType === 3).flatMap((node) =>
    [...node.textContent.matchAll(/[^\\s-]+/g)].filter(({ 0: word }) => word.length <= longest).filter((found) => {
      const range = document.createRange()
      range.setStart(node, found.index)
      range.setEnd(node, found.index + found[0].length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    }).map(({ 0: word }) => word)))"""


@pytest.mark.parametrize("report", REPORTS)
def test_words_of_a_report_are_whole_and_within_the_mail(report: str, page: Page, subtests: pytest.Subtests) -> None:
    body = sent(of_report(report, dict(REPORTS[report])), delivery=3).get_body(("html",))
    assert body is not None
    page.set_content(str(body.get_content()))
    for width in (360, 390, 700):
        page.set_viewport_size({"width": width, "height": 900})
        with subtests.test(width=width):
            assert overflow(page) == 0
            assert page.evaluate(BROKEN, LONGEST_WORD) == []


def test_it_fetches_nothing() -> None:
    assert re.findall(r"<img|url\(|<link|src=", markup()) == []
