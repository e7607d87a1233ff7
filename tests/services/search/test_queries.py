"""The queries of a day at the telephone as one table: whom each finds, the best first, or rightly nobody."""

from pathlib import Path
from typing import Any, Final

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.declarations.forms import shell
from tests.services.held_clock import HeldClock
from tests.services.search.people import PEOPLE, WAITING, WITHDREW, WROTE, bring_others, reserve_people
from tests.services.waiting_list.line import Line, open_small_park

JOERG, THOMAS, HANNAH, PETER, AHMET, DANIELA, SOEHNKE, OLGA = (f"{first} {last}" for first, last, *_ in PEOPLE)

QUERIES: Final[dict[str, dict[tuple[str, ...], tuple[str, ...]]]] = {
    "the beginning of a name, and names that resemble it": {
        ("tho",): (OLGA, HANNAH, JOERG, THOMAS),  # of two letters, a reference may begin by chance
        ("thoma", "thoma 8"): (OLGA, JOERG, HANNAH, THOMAS, PETER),
        ("THOMA jo",): (JOERG,),
    },
    "umlauts and ß as people write them, capitals": {
        ("jorg",): (JOERG,),
        ("muenchen", "Großmann München", "GROSSMANN"): (AHMET,),
        ("ludenscheidt", "Lüdenscheid", "soehnke", "sohnke"): (SOEHNKE,),
        ("weiss",): (WAITING,),
        ("oLGA",): (OLGA,),
    },
    "one wrong letter at any place": {
        ("Ahmt", "Goßmann", "Grosmann", "grossman", "Großmnan", "Gtossmann"): (AHMET,),
        ("Lindiger", "Daniela Lindiger", "Linddinger"): (DANIELA,),
        ("Nobert",): (WAITING,),
        ("mehmt",): (WITHDREW,),
    },
    "two names in any order": {
        ("joerg thoma", "Thoma, Jörg"): (JOERG,),
        ("Eberl Thomas",): (THOMAS,),
        ("toma peter",): (PETER,),
        ("Lüdenscheidt Söhnke",): (SOEHNKE,),
        ("Norbert Weiß", "weiß, norbert"): (WAITING,),
        ("suess mehmet",): (WITHDREW,),
    },
    "hyphen, blank or neither": {
        ("Müller-Lüdenscheidt", "müller lüdenscheidt", "müllerlüdenscheidt"): (SOEHNKE,),
        ("von der Au", "vonderau"): (WROTE,),
    },
    "forms of address": {
        ("Familie Großmann", "Herr Großmann Ahmet"): (AHMET,),
        ("frau linde",): (DANIELA,),
        ("Herr Dr. Eberl",): (THOMAS,),
        ("Herr Weiß",): (WAITING,),
        ("Familie von der Au",): (WROTE,),
        ("Herr Süß Mehmet",): (WITHDREW,),
        ("Frau Suess",): (DANIELA, WITHDREW),
    },
    "a place": {
        ("3",): (HANNAH,),
        ("2",): (THOMAS, SOEHNKE),
        ("Platz 4", "#4"): (PETER,),
        ("nr 5", "Nr. 5", "5 münchen"): (AHMET,),
    },
    "a postcode": {
        ("23552", "235", "plz 235"): (SOEHNKE,),
        ("thoma 85055", "thoma jörg 85055"): (JOERG,),
        ("85051",): (WAITING,),
    },
    "a number as it is dialled, or its end": {
        (
            "3920025",
            "0171 392",
            "171/3920025",
            "+49 171 3920025",
            "0049 171 3920025",
            "+49 (0)171-3920025",
            "0025",
            "20025",
        ): (JOERG,),
        ("+43 664", "234568"): (AHMET,),
        ("4471",): (PETER,),
        ("4455667",): (WAITING,),
        ("778899", "0841/77"): (WROTE,),
    },
    "an address, from its beginning, from within, or its domain": {
        ("eberl23@exam",): (THOMAS,),
        ("ahmet@example.org",): (AHMET,),
        ("thoma@example.org",): (JOERG,),
        ("linde",): (DANIELA,),
        ("example.com",): (DANIELA, WROTE),
        ("norbert@exam",): (WAITING,),
        ("aumann@example.com",): (WROTE,),
        ("example.net",): (WITHDREW, WAITING),
    },
    "a reference, whole or in part": {
        ("VG-XYXY-XYX1", "xyxy xyx1", "vgxyxyxyx1", "xyx1"): (JOERG,),
        ("xyxy",): (OLGA, SOEHNKE, DANIELA, AHMET, PETER, HANNAH, THOMAS, JOERG),
    },
    "words of notes, tags and subjects": {
        ("vollmacht", "vollmacht linding", "angerufen"): (DANIELA,),
        ("umzug",): (AHMET,),
        ("Rückruf",): (WROTE,),
        ("Anteil aus dem Mai",): (WITHDREW,),
    },
    "rightly nobody": {
        (
            "",
            "m",
            "w",
            "%",
            "25",
            "niemand",
            "85050",
            "vollmacht AND",
            "' OR 1=1 -- xyzzy",
            "Talstraße",
            "Stadtwerke München",
            "stornieren",
        ): (),
    },
}
"""By kind: what is typed, and whom it finds, the best first."""


@pytest.fixture
def clerk(make_client: MakeClient, staff_client: StaffClient, db: Database, tmp_path: Path) -> TestClient:
    clock = HeldClock()
    client = make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off")
    clerk = staff_client("staff", client=client)
    reserve_people(clerk, db)
    open_small_park(db, spots=len(PEOPLE), kwh=None)
    bring_others(Line(client, db, clock, tmp_path))
    return clerk


def found(clerk: TestClient, typed: str) -> tuple[str, ...]:
    """Households first, then everybody else, each name once."""
    answer = clerk.get("/api/staff/search", params={"q": typed})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    assert (told["total"], told["has_more"]) == (len(told["data"]), False)
    households = [f"{row['first_name']} {row['last_name']}" for row in told["data"]]
    return tuple(dict.fromkeys([*households, *(one["name"] for one in told["others"])]))


@pytest.mark.both_databases
def test_whoever_is_meant_is_found_the_best_first(clerk: TestClient) -> None:
    asked = [(kind, typed, hits) for kind, cases in QUERIES.items() for texts, hits in cases.items() for typed in texts]
    assert {typed: (kind, got) for kind, typed, hits in asked if (got := found(clerk, typed)) != hits} == {}
