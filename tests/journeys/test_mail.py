"""The mail of a reservation as a mail program shows it: its own place on the field, and the years of its credits."""

import io
import re
from datetime import UTC, datetime

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page

from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from tests.journeys.pages import overflow
from tests.services.mail.posting import SENDER, received

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


def test_it_fetches_nothing() -> None:
    assert re.findall(r"<img|url\(|<link|src=", markup()) == []
