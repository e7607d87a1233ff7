"""What the finished pages say of a park that is full, paused, called off or edited: to readers without scripts and to
search engines. `journeys/test_park_state.py` has what a browser makes of it.
"""

import re
from datetime import UTC, date, datetime
from html import unescape
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.http.static_files import PUBLIC_SITE
from services.parks.models import Park, Spot
from tests.fixtures.servers import MakeClient
from tests.journeys.html import read_page
from tests.journeys.pages import ROUTES

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
PAGES = (*ROUTES, "/warteliste", "/meine-reservierung")
EDITED = {
    "name": "Manching",
    "location": "Manching",
    "status": "Live",
    "timeline": "Am Netz seit <Mai> & Juni",
    "progress_note": "Fertig & <in Betrieb>, **geprüft** am 3. Mai.",
    "progress_on": date(2026, 11, 20),
    "capacity_kw": 2036,
    "households": 582,
    "spot_limit": 635,
    "invest_minimum_cents": 75_000,
}
SAID = {
    "full": {
        "/": "Auf die Warteliste",
        "/pilot": "Auf die Warteliste",
        "/warteliste": "Alle 500 Plätze sind vergeben.",
    },
    "paused": {
        "/": "Gerade nehmen wir keine",
        "/warteliste": "Gerade nehmen wir keine Reservierungen an.",
        "/reservierung": "Gerade nehmen wir keine Reservierungen an",
    },
    "cancelled": {
        "/": "Dieser Solarpark wird nicht gebaut.",
        "/pilot": "Dieser Solarpark wird nicht gebaut.",
        "/reservierung": "Dieser Solarpark wird nicht gebaut",
    },
}


def bring(session: Session, state: str) -> None:
    if state == "full":
        session.execute(update(Spot).where(Spot.park_id == "ingolstadt").values(state="blocked"))
    else:
        change(session, "ingolstadt", **{f"{state}_at": NOW})


def change(session: Session, park: str, **values: Any) -> None:
    session.execute(update(Park).where(Park.id == park).values(**values))


def text_of(html: str) -> str:
    words = " ".join(" ".join(read_page(html).texts).split())
    return words.replace("\u00ad", "").replace("\u00a0", " ")


@pytest.mark.parametrize("state", SAID)
def test_nothing_offers_a_place_that_cannot_be_had(db: Database, make_client: MakeClient, state: str) -> None:
    db.write(lambda session: bring(session, state))
    site = make_client(site=PUBLIC_SITE)
    for path in PAGES:
        body = site.get(path).text.partition("<body>")[2]
        assert re.findall(r"<a [^>]*href=\"/reservierung\"[^>]*>", body) == [], path
        assert SAID[state].get(path, "") in text_of(body), path


def test_every_page_follows_an_edited_park(db: Database, make_client: MakeClient) -> None:
    db.write(lambda session: change(session, "ingolstadt", **EDITED))
    site = make_client(site=PUBLIC_SITE)
    html = site.get("/pilot").text
    pilot, head = text_of(html.partition("<body>")[2]), unescape(html.partition("</head>")[0])
    told = ("Manching", "Live", EDITED["timeline"], "2,04 MW", "2.036 kW", "3,5 kW", "582", "635 Plätze")
    assert [fact for fact in told if str(fact) not in pilot] == []
    assert f"Stand 20. November 2026: {EDITED['progress_note']}" in pilot
    before = ("Ingolstadt", "Live Q2 2025", "414", "500 Plätze", "1,45", "Bauphase")
    main = pilot.partition("Unser erster Park")[2].partition("Kein Finanzprodukt")[0]
    assert [old for old in before if old in main] == []
    assert "<title>Pilotpark Manching: 635 Plätze für Haushalte | Voltigo</title>" in head
    assert "635 Plätze bei Manching" in head
    assert "Pilotpark Manching" in head.partition("application/ld+json")[2]
    assert "Ist der Solarpark bei Manching am Netz" in text_of(site.get("/").text)
    invest = text_of(site.get("/dashboard/invest").text)
    shown = ("Manching", EDITED["timeline"], "2,04 MW", "582", "750 €", "Live")
    assert [fact for fact in shown if str(fact) not in invest] == []
    assert "__VOLTIGO" not in html + site.get("/faqs").text


def test_a_second_park_that_is_called_off_is_told_of(db: Database, make_client: MakeClient) -> None:
    db.write(lambda session: change(session, "munich", cancelled_at=NOW))
    site = make_client(site=PUBLIC_SITE)
    assert "Ein zweiter Park, München-Ost, ist abgesagt." in text_of(site.get("/faqs").text)
