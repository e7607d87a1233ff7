"""Short links: named, drawn as QR codes that a reader reads, counted."""

import re
import xml.etree.ElementTree as ET
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from services.campaigns.links.slugs import RESERVED, random_slug, read_slug
from services.campaigns.models import ShortLinkHits
from services.campaigns.schemas import LinkIn
from services.campaigns.site_pages import TARGETS
from services.core.db.db import Database
from services.core.fields import Refused
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.refusals import refusals
from tests.services.stored import stored

LINKS = "/api/staff/links"
PUBLIC = "https://voltigo.example"


@pytest.fixture
def marketer(make_client: MakeClient, staff_client: StaffClient) -> TestClient:
    """With one campaign."""
    client = make_client(rate_limits="off", public_url="http://127.0.0.1:8000")
    browser = staff_client("marketing", client=client)
    tags = {"utm_source": "messe", "utm_medium": "print", "utm_campaign": "m1"}
    body = {"name": "Messe", "landing_path": "/faqs", **tags}
    assert browser.post("/api/staff/campaigns", json=body).status_code == 201
    return browser


def add(marketer: TestClient, **body: Any) -> Any:
    return marketer.post("/api/staff/campaigns/1/links", json=body)


def test_a_link_leads_to_the_campaigns_page_unless_another_is_named(marketer: TestClient, db: Database) -> None:
    link = add(marketer, slug="Messe-2026").json()
    assert link == {
        "id": 1,
        "slug": "messe-2026",
        "address": "http://127.0.0.1:8000/l/messe-2026",
        "campaign_id": 1,
        "target_path": "/faqs",
        "utm_term": "",
        "utm_content": "",
        "created_at": link["created_at"],
        "disabled_at": None,
        "hits": {"people": 0, "bots": 0},
    }
    other = add(marketer, target_path="/pilot/", utm_content="Plakat A").json()
    assert (other["target_path"], other["utm_content"]) == ("/pilot", "plakat-a")
    assert re.fullmatch(r"[a-z]{6}[2-9]", other["slug"])
    assert [link["id"] for link in marketer.get("/api/staff/campaigns/1").json()["links"]] == [2, 1]
    assert [entry["action"] for entry in stored(db, AuditEntry)][1:] == ["link.added", "link.added"]


WRONG: list[tuple[dict[str, str], str, str]] = [
    ({"slug": "ab"}, "slug", "slug_invalid"),
    ({"slug": "x" * 61}, "slug", "too_long"),
    ({"slug": "süd"}, "slug", "slug_invalid"),
    ({"slug": "a/b"}, "slug", "slug_invalid"),
    ({"slug": "a--b"}, "slug", "slug_invalid"),
    ({"slug": "-ab"}, "slug", "slug_invalid"),
    *(({"slug": slug}, "slug", "slug_reserved") for slug in sorted(RESERVED) if len(slug) > 2),
    ({"target_path": "https://example.com/"}, "target_path", "unknown_page"),
    ({"target_path": "//example.com"}, "target_path", "unknown_page"),
    ({"target_path": "/l/messe"}, "target_path", "unknown_page"),
    ({"target_path": "/admin"}, "target_path", "unknown_page"),
    ({"utm_content": "a@b.de"}, "utm_content", "personal"),
]


def test_a_wrong_value_is_named_with_its_field() -> None:
    assert "admin" in RESERVED
    for body, field, code in WRONG:
        assert [(error["field"], error["code"]) for error in refusals(LinkIn, body)] == [(field, code)], body


@pytest.mark.both_databases(sample="postgresql")
def test_a_name_is_given_once_even_when_it_is_disabled(marketer: TestClient, db: Database) -> None:
    add(marketer, slug="messe")
    assert marketer.post(f"{LINKS}/1/disable").json()["disabled_at"] is not None
    answer = add(marketer, slug="MESSE")
    assert (answer.status_code, answer.json()["code"]) == (409, "slug_taken")
    marketer.post(f"{LINKS}/1/disable")
    assert marketer.post(f"{LINKS}/1/enable").json()["disabled_at"] is None
    assert [entry["action"] for entry in stored(db, AuditEntry)][2:] == ["link.disabled", "link.enabled"]


def test_a_random_name_is_easily_read() -> None:
    slugs = {random_slug() for _ in range(500)}
    assert len(slugs) > 490
    for slug in slugs:
        assert read_slug(slug) == slug
        assert not set(slug) & set("lio01j")


def test_names_of_the_products_own_parts_are_not_given() -> None:
    for slug in RESERVED:
        with pytest.raises(Refused):
            read_slug(slug)


@pytest.mark.both_databases(sample="postgresql")
def test_calls_are_shown_by_day_and_kind(marketer: TestClient, db: Database) -> None:
    add(marketer, slug="messe")
    rows = [(date(2026, 3, 2), False, 3), (date(2026, 3, 1), False, 2), (date(2026, 3, 1), True, 7)]

    def unit(session: Any) -> None:
        session.add_all(ShortLinkHits(short_link_id=1, day=day, is_bot=bot, hits=hits) for day, bot, hits in rows)

    db.write(unit)
    assert marketer.get("/api/staff/campaigns/1").json()["links"][0]["hits"] == {"people": 5, "bots": 7}
    assert marketer.get(f"{LINKS}/1/days").json() == {
        "days": [{"day": "2026-03-01", "people": 2, "bots": 7}, {"day": "2026-03-02", "people": 3, "bots": 0}]
    }


def png_pixels(content: bytes) -> numpy.ndarray[Any, Any]:
    """The grey values of a PNG with one bit a pixel."""
    picture = Image.open(BytesIO(content))
    assert (picture.format, picture.mode) == ("PNG", "1")
    return numpy.asarray(picture.convert("L"))


def svg_pixels(text: str, scale: int = 4) -> numpy.ndarray[Any, Any]:
    """A drawing of segno's path: moves and horizontal lines, one unit thick."""
    root = ET.fromstring(text)
    size = int(root.attrib["viewBox"].split()[2])
    pixels = numpy.full((size, size), 255, numpy.uint8)
    path = next(element for element in root if element.attrib.get("stroke") == "#000").attrib["d"]
    x = y = 0.0
    for kind, numbers in re.findall(r"([Mmh])([^Mmh]*)", path):
        values = [float(number) for number in re.findall(r"-?[0-9.]+", numbers)]
        if kind == "h":
            pixels[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return numpy.kron(pixels, numpy.ones((scale, scale), numpy.uint8))


def read(pixels: numpy.ndarray[Any, Any]) -> str:
    (found,) = zxingcpp.read_barcodes(pixels)
    assert (found.format, found.ec_level) == (zxingcpp.BarcodeFormat.QRCode, "Q")
    return found.text


@pytest.mark.parametrize("slug", ["mai", "ein-langer-name-fuer-ein-plakat-an-der-autobahn-bei-ingolstadt"[:60]])
def test_both_pictures_are_read_as_the_links_address(marketer: TestClient, slug: str) -> None:
    link = add(marketer, slug=slug).json()
    svg = marketer.get(f"{LINKS}/1/qr.svg")
    assert svg.headers["content-type"] == "image/svg+xml"
    assert svg.headers["content-disposition"] == f'attachment; filename="voltigo-{slug}.svg"'
    assert read(svg_pixels(svg.text)) == link["address"]
    assert "href" not in svg.text and "<image" not in svg.text
    for size in (200, 777, 2000):
        png = marketer.get(f"{LINKS}/1/qr.png", params={"size": size})
        assert png.headers["content-disposition"] == f'attachment; filename="voltigo-{slug}.png"'
        pixels = png_pixels(png.content)
        assert size * 0.75 <= len(pixels) <= size and pixels.shape[0] == pixels.shape[1]
        assert read(pixels) == link["address"]


def test_four_modules_around_a_code_are_white_and_a_size_beyond_use_is_refused(marketer: TestClient) -> None:
    assert add(marketer, slug="ab").status_code == 422
    add(marketer, slug="messe")
    pixels = svg_pixels(marketer.get(f"{LINKS}/1/qr.svg").text, scale=1)
    dark = numpy.argwhere(pixels == 0)
    assert dark.min(axis=0).tolist() == [4, 4]
    assert dark.max(axis=0).tolist() == [len(pixels) - 5] * 2
    statuses = [marketer.get(f"{LINKS}/1/qr.png", params={"size": size}).status_code for size in (199, 2001, "gross")]
    assert statuses == [422, 422, 422]


def test_targets_are_the_sites_pages() -> None:
    """As the site's own tables have them. The others are for who has reserved already, or found the park full."""
    source = Path(__file__).parents[3] / "public-web" / "src"
    paths = dict(re.findall(r"(\w+): '(/[^']*)'", (source / "lib" / "paths.ts").read_text()))
    routed = re.findall(r"route\(paths\.(\w+),", (source / "app" / "routes.ts").read_text())
    afterwards = {"/reservierung/danke", "/meine-reservierung", "/widerruf", "/kuendigen", "/warteliste"}
    assert {paths[name] for name in routed} - afterwards == set(TARGETS)
