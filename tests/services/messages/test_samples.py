"""Samples of every kind of mail: rendered as they are sent, whole, short enough, and the same in text and HTML."""

import re
from functools import cache
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from services.mail import drawings
from services.mail.catalogue import KINDS, LINK_SEED, to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.messages.sent.samples import SAMPLES, TO_HOUSEHOLDS, MailTemplateOut
from services.messages.sent.samples import shown as rendered
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER, received
from tests.services.mail.test_reservation_mail import seen

FIGURE = re.compile(
    r"\d[\d.]*,\d{2} €|\d[\d.]* kWh|\d+,\d+ %|\d+,\d Jahren|[A-Z]{2}-\w{4}-\w{4}|\d+:\d\d Uhr|\d+\. [A-Z][a-zä]+ \d{4}"
    r"|Platz \d+|Stelle \d+|Reihe \d+, \d+\. von links"
)
FOR_ALL = ("Freundliche Grüße", SENDER.vat_id, "Impressum", "Datenschutz", "AGB")
GLUED = re.compile(r"\w*[a-zäöüß][A-ZÄÖÜ]\w*")
CLIPPED_FROM = 102 * 1024
"""Gmail shows no more of a mail."""
LONGEST_LINE = 998
RENDERER = Renderer(SENDER)


@cache
def shown(kind: str) -> MailTemplateOut:
    return rendered(kind, RENDERER)


def figures(words: str) -> set[str]:
    return set(FIGURE.findall(re.sub(r"\s+", " ", words)))


def drawn(markup: str) -> list[str]:
    """The cells of the field, as letters."""
    return re.findall(r'<td class="([dmf])"', markup.partition('class="land"')[2].partition("</table>")[0])


def test_every_kind_has_a_sample() -> None:
    assert SAMPLES.keys() == KINDS.keys()
    assert {kind for kind in KINDS if "spot_number" in to_values(SAMPLES[kind])} <= TO_HOUSEHOLDS


@pytest.mark.parametrize("kind", SAMPLES)
def test_a_sample_is_whole_and_says_the_same_in_text_and_html(kind: str) -> None:
    mail = shown(kind)
    for words in (mail.text, seen(mail.html)):
        for unresolved in ("{{", "{%", "None", "Undefined", "  ,"):
            assert unresolved not in words, unresolved
    # Without the hidden line, which would hide a figure that is missing below.
    body = seen(mail.html.partition('role="article"')[2])
    assert figures(mail.text) == figures(body)
    for words in FOR_ALL:
        assert (words in mail.text) == (words in body), words
    paragraphs = {seen(one).strip() for one in re.findall(r"<p [^>]*>(.*?)</p>", mail.html, re.DOTALL)}
    for pair in pairwise(" ".join(line.split()) for line in mail.text.splitlines()):
        assert not paragraphs.issuperset(pair), f"two paragraphs run together: {pair}"
    assert not GLUED.findall(re.sub(r"https?://\S+|USt-IdNr|GmbH|kWh", "", mail.text)), "a line break is missing"
    assert mail.size < CLIPPED_FROM
    if kind in TO_HOUSEHOLDS:  # an inbox shows a sentence behind the subject
        hidden = re.search(r'<body[^>]*>\s*<div style="display:none[^"]*">(.+?)</div>', mail.html, re.DOTALL)
        assert hidden and hidden[1].endswith(".") and mail.subject not in hidden[1]
    _has_a_colour_for_the_night(mail.html)
    raw = bytes(RENDERER.message(Leased(1, kind, "a@example.org", to_values(SAMPLES[kind]), "x", 1, HeldClock().now)))
    assert max(map(len, raw.splitlines())) <= LONGEST_LINE


@pytest.mark.parametrize("kind", [kind for kind in SAMPLES if "taken" in to_values(SAMPLES[kind])])
def test_a_mail_about_a_place_draws_the_field_with_that_place(kind: str) -> None:
    letters = drawn(shown(kind).html)
    if not SAMPLES[kind].keeps_place:  # type: ignore[union-attr]
        assert letters == [], "who has no place is shown none"
        return
    assert len(letters) == 500
    assert [place for place, letter in enumerate(letters, 1) if letter == "d"] == [217]
    assert letters.count("m") == (499 if kind.startswith("waiting_offer") else 212), "a place is offered of a full park"


def test_the_largest_park_that_is_drawn_is_not_clipped() -> None:
    crowded = [[number, number] for number in range(1, drawings.MOST_PLACES, 2)]
    values = to_values(received(total_spots=drawings.MOST_PLACES, spot_number=999, taken=crowded))
    message = RENDERER.message(Leased(1, "reservation_received", "a@example.org", values, "x", 1, HeldClock().now))
    part = message.get_body(("html",))
    assert part is not None
    assert drawn(part.get_content()).count("d") + drawn(part.get_content()).count("m") == drawings.MOST_PLACES // 2
    assert len(part.get_payload()) < CLIPPED_FROM


def _has_a_colour_for_the_night(markup: str) -> None:
    """A box that stays light in the dark would hold light letters."""
    styles = markup.partition("<style>")[2].partition("</style>")[0]
    dark = styles.partition("prefers-color-scheme: dark")[2]
    for tag in re.findall(r"<(?:p|td|table)\b[^>]*(?:background:|bgcolor=)[^>]*>", markup.partition("<body")[2]):
        classes = re.search(r'class="([^"]+)"', tag)
        assert classes, tag
        assert any(f".{name}" in dark for name in classes[1].split()), tag
    assert "[data-ogsc] .card .sand" in styles
    for tag in re.findall(r"<(?:p|th|td|a)\b[^>]*color:#(?:4d5a50|ffffff)[^>]*>", markup):
        assert re.search(r'class="(?:quiet|pine)"', tag), (
            f"small print as loud as the text, or a button as dark as its sheet: {tag}"
        )
    assert not re.findall(r"<a (?![^>]*color:)[^>]*>", markup.partition("<body")[2]), (
        "a link in the blue of the program"
    )


def test_clerks_look_at_the_templates(staff_client: StaffClient, client: TestClient) -> None:
    clerk = staff_client("staff", client=client)
    rows = clerk.get("/api/staff/mail-templates").json()
    assert [row["kind"] for row in rows] == list(SAMPLES)
    assert {row["kind"] for row in rows if row["is_to_household"]} == TO_HOUSEHOLDS
    found = clerk.get("/api/staff/mail-templates/park_confirmed").json()
    assert found["subject"] == "Ihr Solarpark ist bestätigt"
    assert "Guten Tag Nele Hartwig," in found["text"]


def test_a_sample_opens_no_page() -> None:
    """The seed of a sample is no seed that was ever issued."""
    seeds = {to_values(mail)[LINK_SEED] for mail in SAMPLES.values() if LINK_SEED in to_values(mail)}
    assert seeds == {"muster", ""}, "that of a changed address has none"
