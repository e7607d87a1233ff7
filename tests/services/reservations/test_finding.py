"""The search while somebody types: why it finds somebody, what follows a change, and what of it is shown. Whom it finds
is a table, `tests/services/search/test_queries.py`.
"""

from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.listing.explain import Level
from services.reservations.listing.find import find
from services.reservations.listing.search import Word, differ_by_one_error, misspelt
from services.reservations.listing.search_text import catch_up_wholly
from services.reservations.models import Reservation
from services.schema.migrate import downgrade, migrate
from tests.bench.list_data import fill
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import reserve_many
from tests.services.search.people import PEOPLE, edit, reserve_people
from tests.services.stored import execute

SEARCH = "/api/staff/search"


@pytest.fixture
def clerk(client: TestClient, staff_client: StaffClient, db: Database) -> TestClient:
    clerk = staff_client("staff", client=client)
    reserve_people(clerk, db)
    return clerk


def spots(clerk: TestClient, typed: str) -> list[int]:
    answer = clerk.get(SEARCH, params={"q": typed})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["total"], found["has_more"]) == (len(found["data"]), False)
    return [row["spot_number"] for row in found["data"]]


def reasons(clerk: TestClient, typed: str) -> list[tuple[str, str, bool, bool]]:
    """Of the first hit: kind, the text with the match in brackets, whether it is whole, whether it has an error."""
    return told(clerk.get(SEARCH, params={"q": typed}).json()["data"][0])


def told(found: dict[str, Any]) -> list[tuple[str, str, bool, bool]]:
    return [
        (m["kind"], f"{m['text'][: m['start']]}[{m['text'][m['start'] : m['end']]}]{m['text'][m['end'] :]}",
         m["is_whole"], m["one_error"])
        for m in found["matches"]
    ]  # fmt: skip


def listed_reasons(clerk: TestClient, typed: str) -> list[tuple[str, str, bool, bool]]:
    """Those of the same household in the list that is searched by the same text."""
    best = clerk.get(SEARCH, params={"q": typed}).json()["data"][0]
    rows = clerk.get("/api/staff/reservations", params={"q": typed}).json()["data"]
    return told(next(row for row in rows if row["id"] == best["id"]))


@pytest.mark.both_databases
def test_it_says_why_somebody_is_found(clerk: TestClient) -> None:
    reference = clerk.get("/api/staff/reservations/1").json()["reference"]
    assert reasons(clerk, f"thoma {reference}")[1] == ("reference", f"[{reference}]", True, False)
    assert reasons(clerk, "mueller-l 7") == [
        ("name", "[Müller]-Lüdenscheidt", True, False),
        ("name", "Müller-[L]üdenscheidt", False, False),
        ("spot", "[7]", True, False),
    ]
    assert reasons(clerk, "Grosmann") == [("name", "[Großmann]", False, True)]
    assert reasons(clerk, "joer") == [("first_name", "[Jör]g", False, False)]
    assert reasons(clerk, "3920025") == [("phone", "•••• [3920025]", False, False)]
    assert reasons(clerk, "0171392") == [("phone", "[0171392]•••", False, False)]
    assert reasons(clerk, "linde") == [("email", "b•••[linde]@example.com", True, False)]
    for typed in ("Grosmann", "3920025", "linde", "umzug", "vollmacht linding", "235", "2", "Platz 4"):
        assert listed_reasons(clerk, typed) == reasons(clerk, typed), "the list gives the same reasons"
    assert reasons(clerk, "eberl2") == [("email", "[eberl2]•••@example.org", False, False)]
    assert reasons(clerk, "example.com") == [
        ("email", "b•••@[example].com", True, False),
        ("email", "b•••@example.[com]", True, False),
    ]
    assert reasons(clerk, "5 mün") == [("spot", "[5]", True, False), ("town", "[Mün]chen", False, False)]
    assert reasons(clerk, "umz") == [("tag", "[Umz]ug", False, False)]
    assert reasons(clerk, "suess") == [
        ("note", "…rufen. Die Vollmacht für Frau [Süß] liegt bei, und sie ist bis zu…", True, False)
    ]


@pytest.mark.both_databases
def test_the_words_follow_whatever_statement_changes_a_reservation(clerk: TestClient, db: Database) -> None:
    assert spots(clerk, "Lindigner") == [6]
    edit(clerk, 6, last_name="Thoma")
    assert spots(clerk, "Lindigner") == []
    assert spots(clerk, "Tohma") == [8, 6, 4, 1]
    execute(db.engine, "UPDATE reservations SET last_name = 'Eberlein' WHERE id = 8")
    execute(db.engine, "DELETE FROM reservation_notes")
    execute(db.engine, "UPDATE reservation_tags SET tag = 'Presse'")
    assert spots(clerk, "eberlein") == [8]
    assert (spots(clerk, "vollmacht"), spots(clerk, "umzug"), spots(clerk, "presse")) == ([], [], [5])
    listed = clerk.get("/api/staff/reservations", params={"sort": "last_name", "order": "asc"}).json()["data"]
    assert [row["last_name"] for row in listed][:2] == ["Eberl", "Eberlein"], "and with them what names are sorted by"


@pytest.mark.both_databases
def test_a_change_leaves_the_full_text_at_once_and_comes_back_with_the_job(clerk: TestClient, db: Database) -> None:
    assert catch_up_wholly(db) == len(PEOPLE)
    with db.read() as session:
        assert find(session, "thoma").total == 5
    execute(db.engine, "UPDATE reservations SET last_name = 'Meier'")
    with db.read() as session:
        assert find(session, "thoma").total == 0, "nobody waits for the job to forget a name"
        assert find(session, "meier").total == 0
    assert (catch_up_wholly(db), catch_up_wholly(db)) == (len(PEOPLE), 0)
    with db.read() as session:
        assert find(session, "meier").total == len(PEOPLE)


def test_who_holds_no_place_comes_after_who_does(clerk: TestClient, db: Database) -> None:
    db.write(lambda session: session.query(Reservation).where(Reservation.id == 8).update({"state": "cancelled"}))
    assert spots(clerk, "thoma")[:2] == [1, 8]
    assert clerk.get(SEARCH, params={"q": "x" * 201}).status_code == 422


@pytest.mark.both_databases
def test_no_more_than_a_hundred_are_counted(database_url: str, db: Database) -> None:
    """Among the rows that `make bench` measures lists with."""
    assert list(fill(database_url, 330))[-1] == 330
    with db.read() as session:
        many, few = find(session, "example"), find(session, "anna müller")
        similar = find(session, "Schmdit")
    assert (len(many.best), many.total, many.has_more) == (8, 100, True)
    assert 0 < few.total < 100 and not few.has_more
    assert similar.total > 0 and all(match.level is Level.ONE_ERROR for hit in similar.best for match in hit.matches)


def test_nothing_of_telephone_or_address_is_open_but_what_was_typed(clerk: TestClient) -> None:
    answer = clerk.get(SEARCH, params={"q": "thoma"})
    assert answer.headers["cache-control"] == "no-store"
    assert "joerg.thoma" not in answer.text and "3920025" not in answer.text and "392" not in answer.text
    assert answer.json()["data"][1]["phone"] == "•••• 0025"


def test_one_error_is_a_letter_more_less_or_other_or_two_that_changed_places() -> None:
    for typed, name in (("grosmann", "grossmann"), ("thoma", "toma"), ("tohma", "thoma"), ("maier", "meier"),
                        ("aab", "ab"), ("thoma", "thomas"), ("ab", "ba")):  # fmt: skip
        check_one_error(typed, name)


def check_one_error(typed: str, name: str) -> None:
    assert differ_by_one_error(typed, name) and differ_by_one_error(name, typed)
    asked = [word.text[1:] for word in misspelt(Word(typed))]
    assert name in asked or len(typed) < 4
    assert all(differ_by_one_error(typed, other) for other in asked)
    assert not differ_by_one_error(typed, typed)
    assert not differ_by_one_error(typed, f"x{name}y")


@pytest.mark.both_databases
def test_an_upgrade_has_the_words_written_anew(db: Database) -> None:
    """Those of an older version lack what this one finds them by."""
    reserve_many(db, HeldClock().now, [reservation_body(last_name="von der Au")])
    catch_up_wholly(db)
    downgrade(db, "0062")
    execute(db.engine, "UPDATE reservations SET search_text = ' au '")
    migrate(db)
    assert catch_up_wholly(db) == 1
    with db.read() as session:
        assert find(session, "vonderau").total == 1
