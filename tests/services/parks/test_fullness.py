"""How full a park is: counted once, said once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks.fullness import park_fullness, spots_words
from services.parks.models import Park
from tests.fixtures.staff import StaffClient
from tests.services.parks.filled import filled
from tests.services.stored import set_spots

pytestmark = pytest.mark.both_databases

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "fullness_words.json").read_text(encoding="utf-8"))
FULL = "500 von 500 belegt: 494 reserviert, 2 gehalten, 4 gesperrt"
STAFF = "/api/staff"
Change = Callable[..., None]


@pytest.fixture
def change(db: Database) -> Change:
    """Set columns of the pilot."""

    def set_columns(**values: object) -> None:
        pilot = update(Park).where(Park.id == "ingolstadt").values(values)
        db.write(lambda session: session.execute(pilot) and None)

    return set_columns


def fill(db: Database) -> None:
    """494 reserved, 2 held, 4 blocked: nothing is left."""
    set_spots(db, "reserved", range(1, 495))
    set_spots(db, "held", [495, 496])
    set_spots(db, "blocked", range(497, 501))


@pytest.mark.parametrize("case", GOLDEN, ids=[case["words"] for case in GOLDEN])
def test_the_words_are_those_of_the_table(case: dict[str, Any]) -> None:
    limit, reserved, held, blocked, beyond = (
        case[name] for name in ("limit", "reserved", "held", "blocked", "overbooked")
    )
    assert spots_words(limit, reserved, held, blocked, beyond) == case["words"]


@pytest.mark.parametrize(
    ("limit", "kwh_limit", "given", "free", "kwh_taken", "expected"),
    [
        (100, None, 79, 21, 0, None),
        (100, None, 80, 20, 0, 80),
        (100, None, 89, 11, 0, 80),
        (100, None, 90, 10, 0, 90),
        (100, None, 99, 1, 0, 90),
        (1000, None, 999, 1, 0, 90),
        (100, None, 100, 0, 0, 100),
        (100, None, 0, 20, 0, 80),
        (100, 100_000, 1, 99, 79_999, None),
        (100, 100_000, 1, 99, 80_000, 80),
        (100, 100_000, 1, 99, 99_000, 90),
        (100, 100_000, 1, 99, 99_001, 100),
        (0, 100_000, 0, 0, 0, None),
        (0, None, 1, 0, 1000, 100),
    ],
)
def test_staff_are_told_at_80_90_and_100_per_cent(
    limit: int, kwh_limit: int | None, given: int, free: int, kwh_taken: int, expected: int | None
) -> None:
    found = filled(limit, given, free, kwh_limit=kwh_limit, kwh_taken=kwh_taken)
    assert found.level == expected
    assert found.is_full == (expected == 100), "full is what leaves no place, and nothing else"


@pytest.mark.parametrize(
    ("kwh_limit", "kwh_taken", "words"),
    [
        (None, 659_200, "659.200 kWh im Jahr belegt, keine Grenze gesetzt"),
        (1_566_000, 659_200, "659.200 von 1.566.000 kWh im Jahr belegt"),
        (1_566_000, 1_566_000, "1.566.000 von 1.566.000 kWh im Jahr belegt"),
        (1_566_000, 1_565_500, "1.565.500 von 1.566.000 kWh im Jahr belegt, der Rest reicht für keinen Platz"),
        (1_566_000, 1_570_000, "1.570.000 von 1.566.000 kWh im Jahr belegt, 4.000 über der Grenze"),
    ],
)
def test_energy_is_told_in_the_same_words(kwh_limit: int | None, kwh_taken: int, words: str) -> None:
    assert filled(500, 10, 490, kwh_limit=kwh_limit, kwh_taken=kwh_taken).kwh_words == words


def test_every_spot_is_counted_once(db: Database, change: Change) -> None:
    fill(db)
    change(spot_limit=498)
    set_spots(db, "reserved", [499])
    set_spots(db, "held", [500])
    set_spots(db, "free", [7])
    with db.read() as session:
        (found,) = (one.fullness for one in park_fullness(session, "ingolstadt"))
    assert (found.reserved, found.held, found.blocked, found.free, found.overbooked) == (493, 2, 2, 1, 2)
    assert found.occupied + found.free == found.spot_limit == 498
    assert found.spots_words == "497 von 498 belegt: 493 reserviert, 2 gehalten, 2 gesperrt, dazu 2 über der Grenze"


def test_every_page_says_the_same_of_a_full_park(db: Database, client: TestClient, staff_client: StaffClient) -> None:
    fill(db)
    admin = staff_client("admin", client=client)
    pages = {
        "park": admin.get(f"{STAFF}/parks/ingolstadt").json()["fullness"],
        "list": admin.get(f"{STAFF}/parks").json()["data"][0]["fullness"],
        "picture": admin.get(f"{STAFF}/parks/ingolstadt/capacity").json()["fullness"],
    }
    assert {name: found["spots_words"] for name, found in pages.items()} == dict.fromkeys(pages, FULL)
    assert {name: found["level"] for name, found in pages.items()} == dict.fromkeys(pages, 100)
    today = admin.get(f"{STAFF}/today").json()
    (task,) = (task for task in today["tasks"] if task["kind"] == "capacity")
    assert [(item["detail"], item["level"]) for item in task["items"]] == [(f"{FULL}.", 100)]
    assert today["charts"]["parks"][0] == {"id": "ingolstadt", "name": "Ingolstadt", "free": 0, "total": 500}
    public = client.get("/api/parks/ingolstadt").json()
    assert (public["spots_total"], public["spots_free"]) == (500, 0)


def test_the_picture_counts_the_spots_of_the_sentence(
    db: Database, client: TestClient, staff_client: StaffClient
) -> None:
    fill(db)
    shown = staff_client("staff", client=client).get(f"{STAFF}/parks/ingolstadt/capacity").json()
    counts, fullness = shown["counts"], shown["fullness"]
    reserved = ("reserved", "invited", "contracted", "active", "new")
    assert sum(counts[state] for state in reserved) == fullness["reserved"]
    assert counts["undo"] + counts["offer"] == fullness["held"]
    assert (counts["blocked"], counts["free"], counts["overbooked"]) == (4, 0, 0)


def test_no_page_counts_more_places_than_both_limits_leave(
    db: Database, change: Change, client: TestClient, staff_client: StaffClient
) -> None:
    change(kwh_limit=4_500)
    admin = staff_client("admin", client=client)
    assert admin.get(f"{STAFF}/today").json()["charts"]["parks"][0]["free"] == 4
    assert admin.get(f"{STAFF}/parks/ingolstadt").json()["fullness"]["left"] == 4
    assert client.get("/api/parks/ingolstadt").json()["spots_free"] == 4
