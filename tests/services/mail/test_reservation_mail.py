"""The mail 'Ihr Platz ist reserviert', as a household receives it."""

import email
import email.policy
import html
import json
import re
import urllib.request
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.jobs.registry import all_jobs
from services.mail import rendering
from services.mail.catalogue import KINDS, to_values
from services.mail.drawings import MOST_PLACES
from services.mail.models import Mail, MailState
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.mail.reservation_letters import LETTERS
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient, Server
from tests.fixtures.staff import StaffClient
from tests.services.conftest import PatientPeer
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER, received
from tests.services.stored import execute, stored

ROUTE = "/functions/v1/reserve-spot"
SUBJECT = "Ihr Platz ist reserviert"

FIGURES = (
    "Standard", "2.000 kWh", "57,38 €", "57,26 €", "1.377 €", "1.299 €", "5,81 %", "3,00 %", "79 €", "1.456 €",
    "6 Cent", "120 €", "2.400 €", "2.000 €", "14,6 Jahren", "12,1 Jahren", "6 bis 8 Wochen",
    "2.000 kWh × 5 Cent, das Minimum je Kilowattstunde; weniger Sonne, weniger Gutschrift",
)  # fmt: skip


def read(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def parts(message: EmailMessage) -> tuple[str, str]:
    """Text and HTML of a message, hard blanks as blanks."""
    text, markup = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert markup is not None
    return text.get_content().replace("\u00a0", " "), markup.get_content().replace("\u00a0", " ")


def seen(markup: str) -> str:
    """What a person reads of HTML."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", markup)))


def rendered(**changes: Any) -> EmailMessage:
    mail = received(**changes)
    return made(mail.kind, to_values(mail))


def made(kind: str, values: dict[str, Any]) -> EmailMessage:
    moment = datetime(2026, 11, 3, 10, 30, tzinfo=UTC)
    leased = Leased(1, kind, "anna@example.org", values, "0123abcd", 1, moment)
    return read(bytes(Renderer(SENDER).message(leased)))


def test_every_mail_keeps_a_reference_on_one_line() -> None:
    whole = '<strong style="white-space:nowrap">VG-7K3M-Q2XH</strong>'
    shown = {"reservation_received": parts(rendered())[1]}
    for letter in LETTERS:
        values = dict.fromkeys((member.name for member in fields(letter)), 0)
        values |= {"reference": "VG-7K3M-Q2XH", "card_check": "none", "dropped_references": ["VG-7K3M-Q2XH"]}
        shown[letter.kind] = parts(made(letter.kind, values))[1]
    shown["contact_received"] = parts(made("contact_received", {"reference": "VG-7K3M-Q2XH", "topic": "frage"}))[1]
    for kind, markup in shown.items():
        outside = re.sub(r"<title>.*?</title>|referenz=VG-7K3M-Q2XH", "", markup).replace(whole, "")
        assert whole in markup, kind
        assert "VG-7K3M-Q2XH" not in outside, kind


SAID: dict[str, tuple[dict[str, Any], list[str], list[str]]] = {
    "every figure": (
        {},
        [
            *FIGURES, "Platz 17", "von 500", "VG-7K3M-Q2XH", "Solarpark Ingolstadt", "Bezahlt haben Sie nichts",
            "keine Zusage", "Voltigo GmbH, Sonnenallee 7, 85049 Ingolstadt", "Vertreten durch Dr. Änne Özkan",
            "Amtsgericht Ingolstadt, HRB 12345, USt-IdNr. DE123456789",
        ],
        ["{{", "None"],
    ),
    "what was typed, to check it": (
        {}, ["endet auf 789", "Postleitzahl", "Stromversorger", "Stadtwerke München"], [],
    ),
    "no drawing of the park in a mail from before there were any": ({}, [], ["von links"]),
    "no card check as long as there is none": (
        {}, ["ohne Zahlungskarte"], ["vorgemerkt", "zurückgegeben", "Kartenprüfung"],
    ),
    "a single payment": (
        {
            "plan_months": 0, "plan_total_cents": 129_900, "instalment_cents": 129_900,
            "last_instalment_cents": 129_900, "nominal_interest_bp": 0, "effective_interest_bp": 0,
        },
        ["Paket Standard, einmal bezahlt", "1.299 €"],
        ["Raten", "Rate ", "Jahreszins", "nominal", "mehr als einmal"],
    ),
    "half cents with a comma": ({"tenth_ct": 55}, ["5,5 Cent"], []),
    "a confirmed park": (
        {"confirmed_day": "15. Dezember 2025"},
        ["Der Park ist seit dem 15. Dezember 2025 bestätigt"],
        ["Wochen", "Sobald der Park bestätigt ist"],
    ),
    "no name in the first mail": ({"first_name": "Gewinnen", "last_name": "Sie"}, ["Guten Tag,"], ["Gewinnen"]),
}  # fmt: skip


@pytest.mark.parametrize("what", SAID)
def test_text_and_html_say_it_alike(what: str) -> None:
    changes, said, unsaid = SAID[what]
    text, markup = parts(rendered(**changes))
    for shown in (text, seen(markup)):
        assert [words for words in said if words not in shown] == []
        assert [words for words in unsaid if words in shown] == []


def test_those_who_see_no_drawing_read_where_the_place_lies_and_when_it_is_paid_back() -> None:
    drawn = rendered(spot_number=217, taken=[[1, 217], [226, 226]])
    text, markup = parts(drawn)
    for shown in (text, seen(markup)):
        assert "Reihe 9, 17. von links. 217 andere waren schon vergeben." in shown
        assert "alles, was Sie zahlen, bei 5 Cent; einmal bezahlt nach 13,8 Jahren" in shown
    assert "\n■■■■■■■■■■■■■■■□□□□□\n" in text
    once = parts(rendered(plan_months=0, plan_total_cents=129_900, taken=[[17, 17]]))[0]
    assert "\n■■■■■■■■■■■■■■□□□□□□\n" in once
    assert "Alle anderen waren noch frei." in once


def test_the_drawing_is_the_park_as_the_household_found_it(
    client: TestClient, db: Database, staff_client: StaffClient
) -> None:
    clerk = staff_client("staff")
    blocked = clerk.post("/api/staff/parks/ingolstadt/spots/block", json={"numbers": [2, 40], "reason": "Wartung"})
    assert blocked.status_code == 200, blocked.text
    for number in range(3):
        body = reservation_body(email=f"haushalt{number}@example.org", payment_plan="48m")
        assert client.post(ROUTE, json=body).status_code == 200
    with db.read() as session:
        orders = session.scalars(select(Mail).where(Mail.kind == "reservation_received").order_by(Mail.id)).all()
        values = [order.values for order in orders]
    assert [one["spot_number"] for one in values] == [1, 3, 4]
    assert [one["taken"] for one in values] == [[[1, 2], [40, 40]], [[1, 3], [40, 40]], [[1, 4], [40, 40]]]


@pytest.mark.parametrize(("more", "taken"), [(0, [[1, 1]]), (1, [])])
def test_a_park_too_large_to_be_drawn_is_not_counted(
    client: TestClient, db: Database, more: int, taken: list[list[int]]
) -> None:
    execute(db.engine, f"UPDATE parks SET spot_limit = {MOST_PLACES + more}")
    assert client.post(ROUTE, json=reservation_body()).status_code == 200
    [mail] = stored(db, Mail)
    assert mail["values"]["taken"] == taken


def test_headers_are_those_of_an_automatic_german_mail() -> None:
    message = rendered()
    assert message["Subject"] == SUBJECT
    assert message["From"] == "Voltigo <reservierung@voltigo.example>"
    assert message["To"] == "anna@example.org"
    assert message["Reply-To"] == "kontakt@voltigo.example"
    assert message["Message-ID"] == "<0123abcd@voltigo.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "DR, RN, NRN, OOF, AutoReply", "reports of failures are wanted"
    assert message["Content-Language"] == "de"
    assert message["Date"] == "Tue, 03 Nov 2026 11:30:00 +0100"
    assert message.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert {part.get_content_charset() for part in message.iter_parts()} == {"utf-8"}


def test_a_confirmed_address_is_not_asked_for_again_and_its_link_opens_the_page() -> None:
    link = "https://voltigo.example/meine-reservierung#link=seed"
    for shown in parts(rendered(link_seed="seed", is_confirmed=True)):
        assert link in shown
        assert "Ist das hier Ihre Adresse?" not in shown
        assert "Klick" not in shown
    for shown in parts(rendered(link_seed="seed")):
        assert "Ist das hier Ihre Adresse?" in shown
        assert shown.count(link) == 2


def test_the_minimum_stands_before_the_household_s_assumption_and_larger() -> None:
    text, markup = parts(rendered())
    for shown in (text, seen(markup)):
        assert shown.index("5 Cent, das Minimum je Kilowattstunde") < shown.index("120 €")
    assert re.search(r'font-weight:600;white-space:nowrap">100 €</td>', markup)
    assert re.search(r'<p class="quiet" style="[^"]*font-size:13px[^>]*>[^<]*Ihre Annahme', markup)


def test_an_assumption_above_the_minimum_has_its_own_years_and_none_is_told_twice() -> None:
    for shown in parts(rendered()):
        assert re.search(r"Ihre Annahme: 2\.000 kWh × 6 Cent = 120 € .* gedeckt nach 12,1 Jahren\.", shown)
    for shown in parts(rendered(tenth_ct=50)):
        assert "Ihre Annahme" not in shown


def test_a_mail_ordered_by_an_earlier_version_still_leaves() -> None:
    later = ("phone_ending", "details")
    values = {name: value for name, value in to_values(received()).items() if name not in later}
    values |= {"annual_credit_cents": 12_000, "paid_break_even_tenth_years": 121}  # no longer kept
    moment = datetime(2026, 11, 3, 10, 30, tzinfo=UTC)
    leased = Leased(1, "reservation_received", "anna@example.org", values, "0123abcd", 1, moment)
    text, _ = parts(read(bytes(Renderer(SENDER).message(leased))))
    assert "Erwartet im Jahr: 100 € (" in text
    assert "STIMMT ALLES" not in text


def test_what_was_typed_is_escaped_in_html_and_plain_in_text() -> None:
    text, markup = parts(rendered(park_name='<b>Änne</b> "&<script>alert(1)</script>'))
    assert '<b>Änne</b> "&<script>alert(1)</script>' in text
    assert "<b>" not in markup
    assert "<script" not in markup
    assert "&lt;b&gt;Änne&lt;/b&gt; &#34;&amp;&lt;script&gt;alert(1)&lt;/script&gt;" in markup


def test_html_loads_nothing_links_only_to_us_and_has_a_dark_style() -> None:
    _, markup = parts(rendered())
    assert "@media (prefers-color-scheme: dark)" in markup
    assert '<meta name="color-scheme" content="light dark">' in markup
    assert 'class="land"' not in markup, "a mail from before there were drawings"
    assert "src=" not in markup
    assert "url(" not in markup
    links = set(re.findall(r'href="([^"]*)"', markup))
    assert links == {
        "https://voltigo.example/meine-reservierung",
        "https://voltigo.example/kontakt?anliegen=reservierung&amp;referenz=VG-7K3M-Q2XH",
        "https://voltigo.example/impressum",
        "https://voltigo.example/datenschutz",
        "https://voltigo.example/agb",
        "mailto:kontakt@voltigo.example",
    }
    assert '<html lang="de">' in markup
    assert f"<title>{SUBJECT}</title>" in markup


def test_lines_of_the_message_are_short_enough_for_every_server() -> None:
    raw = bytes(rendered(first_name="Ä" * 100, last_name="ß" * 100))
    assert max(map(len, raw.splitlines())) < 998


def only_mail_file(folder: Path) -> EmailMessage:
    (path,) = folder.glob("*.eml")
    return read(path.read_bytes())


def test_a_reservation_becomes_a_file_with_its_own_figures_by_default(
    make_client: MakeClient, db: Database, database_url: str, tmp_path: Path
) -> None:
    clock = HeldClock()
    answer = make_client(clock=clock).post(ROUTE, json=reservation_body()).json()
    settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path / "var")
    jobs = {job.name: job for job in all_jobs(settings, db, clock)}
    assert jobs["deliver-mail"].run() == Counter({MailState.SENT: 1})
    message = only_mail_file(tmp_path / "var" / "mail")
    assert message["Subject"] == SUBJECT
    assert message["To"] == "aenne.mueller@example.org"
    assert parsedate_to_datetime(message["Date"]) == clock.now.replace(microsecond=0)
    text, markup = parts(message)
    for shown in (text, seen(markup)):
        assert [figure for figure in FIGURES if figure not in shown] == []
        assert "Platz 1 von 500" in shown.replace("Platz 1  von", "Platz 1 von")
        assert answer["reference"] in shown


def test_a_reservation_reaches_the_mail_server_of_the_running_product(
    database_url: str, start_server: Callable[..., Server], patient_peer: PatientPeer, db: Database
) -> None:
    server = start_server(database_url, smtp_url=patient_peer.url, public_url="http://voltigo.example")
    request = urllib.request.Request(
        f"{server.url}{ROUTE}",
        json.dumps(reservation_body(email="Änne.Müller@example.org".encode("ascii", "ignore").decode())).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    assert patient_peer.wait_for_attempts(1)
    assert server.stop() == 0
    (raw,) = patient_peer.received
    message = read(raw)
    (row,) = stored(db, Reservation)
    assert (message["Subject"], message["To"]) == (SUBJECT, row["email"])
    for shown in parts(message):
        assert answer["reference"] == row["reference"]
        assert row["reference"] in shown
        assert "Platz 1" in shown
        assert "1.377 €" in shown


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_text_and_an_html_template(kind: str) -> None:
    folder = Path(rendering.__file__).with_name("templates")
    assert {path.name for path in folder.glob(f"{kind}.*")} == {f"{kind}.html", f"{kind}.txt"}
