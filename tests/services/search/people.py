"""Households of a full park, known to the tests of the search by all that a caller may say; and three without one."""

from datetime import timedelta
from typing import Any, Final

from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.factories import contact_body, reservation_body
from tests.services.declarations.forms import WITHDRAWAL, declare
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import reserve_many
from tests.services.stored import execute
from tests.services.waiting_list.line import Line

PEOPLE: Final = (
    ("Jörg", "Thoma", "joerg.thoma@example.org", "0171 3920025", "85055"),
    ("Thomas", "Eberl", "eberl23@example.org", "0171 1111112", "85049"),
    ("Hannah", "Thomas", "hannah@example.org", "0171 1111113", "85049"),
    ("Peter", "Toma", "peter.t@example.org", "0171 1114471", "85049"),
    ("Ahmet", "Großmann", "ahmet@example.org", "+43 664 1234568", "80331"),
    ("Daniela", "Lindinger", "b.linde@example.com", "0171 1111116", "85049"),
    ("Söhnke", "Müller-Lüdenscheidt", "s.m@example.org", "0171 1111117", "23552"),
    ("Olga", "Thoma", "olga@example.org", "0171 1111118", "85049"),
)
"""Each at the spot of its place in this list."""
WAITING, WROTE, WITHDREW = "Norbert Weiß", "Jana von der Au", "Mehmet Süß"
"""They have no reservation: one waits, one wrote twice, one sent a withdrawal."""


def bring_others(line: Line) -> None:
    """Those who have no reservation; the park is full."""
    weiss = {"name": WAITING, "email": "norbert@example.net", "annual_kwh": 2000, "payment_plan": "one-off"}
    typed = {"mobile_phone": "0172 4455667", "postcode": "85051"}
    assert line.call("entries", **weiss, typed=typed).status_code == 200
    for topic in ("rueckruf", "reservierung"):
        body = contact_body(name=WROTE, email="jana.aumann@example.com", phone="0841 778899", topic=topic)
        assert line.client.post("/api/contact", json=body).status_code == 200
    line.clock.now += timedelta(minutes=1)
    declare(line.client, WITHDRAWAL, name=WITHDREW, email="m.suess@example.net", contract="Anteil aus dem Mai")


def reserve_people(clerk: TestClient, db: Database) -> None:
    """They reserve; one moves and gets a tag, about another one a note is written."""
    names = ("first_name", "last_name", "email", "mobile_phone", "postcode")
    bodies = [reservation_body(**dict(zip(names, person, strict=True))) for person in PEOPLE]
    ids = reserve_many(db, HeldClock().now, bodies)
    assert ids == list(range(1, len(PEOPLE) + 1))
    # A random one may begin with the letters that a case looks for.
    execute(db.engine, "UPDATE reservations SET reference = 'VG-XYXY-XYX' || id")
    edit(clerk, 5, tags=["Umzug"], street="Talstraße 5", town="München")
    note = {"text": "Hat angerufen. Die Vollmacht für Frau Süß liegt bei, und sie ist bis zum Jahresende gültig."}
    noted = clerk.post("/api/staff/reservations/6/notes", json=note)
    assert noted.status_code == 201, noted.text


def edit(clerk: TestClient, id_: int, **values: Any) -> None:
    """Correct some of a household's facts."""
    version = clerk.get(f"/api/staff/reservations/{id_}").json()["version"]
    answer = clerk.patch(f"/api/staff/reservations/{id_}", json={"version": version, **values})
    assert answer.status_code == 200, answer.text
