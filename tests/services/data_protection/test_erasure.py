"""What an erasure leaves: a statistic the console still shows, what a contract keeps, and doors that stay shut."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from services.core.db.db import Database
from services.core.models import IdempotencyKey
from services.data_protection.erasure import cleanup
from services.data_protection.models import Erasure
from services.mail.models import Mail
from services.parks.models import Spot
from services.reservations.desk.models import ReservationNote
from services.reservations.models import FIELDS, Reservation, ReservationChange, StaffOperation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.waiting_list.models import WaitingEntry
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import add_member, own_page_client
from tests.services.data_protection.canary import (
    EMAIL,
    LAST,
    PERSON,
    Product,
    settle_in,
    traces_in_database,
    traces_in_files,
    words_in_index,
)
from tests.services.held_clock import HeldClock
from tests.services.household.passing_on import accept, ask
from tests.services.household.passing_on import token as hand_over_token
from tests.services.reservations.standing import check_invariants, do
from tests.services.stored import execute, stored
from tests.services.waiting_list.line import open_small_park

OWN = "reservation/data/erasure"
RUNNING = "solange der Vertrag läuft, danach so lange, wie das Gesetz es verlangt"


def erase(product: Product) -> dict[str, Any]:
    shown = product.client.get(f"/api/household/{OWN}").json()
    answer = product.page.call(OWN, version=shown["version"])
    assert answer.status_code == 200, answer.text
    done: dict[str, Any] = answer.json()
    return done


def move_in(product: Product) -> dict[str, Any]:
    """The household reserves and confirms; its page."""
    product.page.reserve(key="canary-" * 3, **PERSON)
    return product.page.open()


def reservations(product: Product) -> list[Reservation]:
    with product.db.read() as session:
        return list(session.scalars(select(Reservation).order_by(Reservation.id)))


def erase_and_tell(product: Product) -> None:
    """Until the household has its last mail, which goes as well."""
    erase(product)
    product.job("deliver-mail")
    product.job("finish-erasures")


def test_the_preview_says_what_happens_and_a_change_since_is_refused(product: Product) -> None:
    own = settle_in(product)
    shown = product.client.get(f"/api/household/{OWN}").json()
    assert (shown["spot_number"], shown["has_running_contract"], shown["kept"]) == (own["spot_number"], False, [])
    deleted = {row["label"]: row["rows"] for row in shown["deleted"]}
    assert deleted.keys() >= {"Mails", "Warteliste", "Nachrichten", "Merkmale", "Links zur eigenen Seite"}
    assert {row["label"] for row in shown["pseudonymised"]} >= {"Reservierungen", "Verlauf der Reservierungen"}
    refused = product.page.call(OWN, version=shown["version"] + 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    assert stored(product.db, Erasure) == []


def test_what_staff_wrote_as_a_reason_goes_whole(product: Product) -> None:
    """It may say more of the household than its name: nothing that searches for names would find this."""
    own = move_in(product)
    row, told = product.page.row(own["reference"]), "zieht nach der Scheidung aus"
    do(product.db, "cancel", [row.id], product.clock(), reason=told)
    assert product.page.press(product.page.token("reservation_cancelled")).status_code == 200
    others = [one.id for one in reservations(product) if one.id != row.id]
    do(product.db, "cancel", [others[0]], product.clock(), reason=f"{told}, die anderen")
    assert str([*stored(product.db, ReservationChange), *stored(product.db, StaffOperation)]).count(told) >= 4
    erase(product)
    of_household = [one for one in stored(product.db, ReservationChange) if one["reservation_id"] == row.id]
    assert {one["reason"] for one in of_household} == {""}
    left = [one["reason"] for one in [*stored(product.db, ReservationChange), *stored(product.db, StaffOperation)]]
    assert {reason for reason in left if told in reason} == {f"{told}, die anderen"}


def test_no_answer_to_a_call_of_the_household_is_kept(product: Product) -> None:
    own = move_in(product)
    answers = [row["body"] for row in stored(product.db, IdempotencyKey) if row["body"]]
    assert own["reference"] in str(answers)
    erase(product)
    left = [row["body"] for row in stored(product.db, IdempotencyKey) if row["body"]]
    assert own["reference"] not in str(left)
    assert len(left) == len([body for body in answers if own["reference"] not in str(body)]), "those of others stay"


def test_the_place_is_given_up_and_nobody_takes_it_back(product: Product) -> None:
    move_in(product)
    token = product.page.token("reservation_received")
    erase_and_tell(product)
    assert product.show_own() is None
    assert product.page.press(token).status_code == 404
    assert product.page.call("links", email=EMAIL).status_code == 200
    assert not product.page.mails(to="zwetschgenfurt")
    assert product.page.call("just-reserved", idempotency_key="canary-" * 3).status_code == 404
    admin = product.staff()
    row = product.page.row()
    operation = next(row for row in reversed(stored(product.db, ReservationChange)) if row["action"] == "give_up")
    undone = admin.post(f"/api/staff/operations/{operation['operation_id']}/undo", json={})
    assert undone.json()["results"][0]["code"] == "changed_since"
    spot = next(one for one in stored(product.db, Spot) if one["number"] == row.spot_number)
    assert (spot["state"], spot["held_for"]) == ("held", "undo")
    product.clock.advance(hours=25)
    product.job("release-spots")
    spot = next(one for one in stored(product.db, Spot) if one["number"] == row.spot_number)
    assert spot["state"] == "free"
    check_invariants(product.db)


def test_an_erased_household_is_gone_from_the_place_it_took_over_and_from_one_it_did_not(product: Product) -> None:
    """Another household named it, twice: the name and the address stand in that one's hand-overs and in their mails."""
    page = product.page
    given = page.reserve(email="anna.berg@example.org", mobile_phone="0171 1112223")
    page.open()
    assert ask(page, EMAIL, f"Q. {LAST}").status_code == 200
    assert page.call("hand-over/decline", token=hand_over_token(page, EMAIL)).status_code == 200
    assert ask(page, EMAIL, f"Q. {LAST}").status_code == 200
    taken = accept(page, hand_over_token(page, EMAIL), first_name=PERSON["first_name"], last_name=LAST)
    assert taken.status_code == 200, taken.text
    product.job("deliver-mail")
    assert {place.partition(".")[0] for place in traces_in_database(product.db)} >= {"hand_overs", "mails"}
    erase_and_tell(product)
    assert traces_in_database(product.db) == {}
    assert traces_in_files(product) == {}
    assert page.row(given["reference"]).last_name == "Müller", "the one that handed it over stays"
    # The number of a deleted hand-over is not given again: the mails that are left name it.
    product.clock.advance(hours=25)
    product.job("release-spots")
    page.reserve("a-later-key", email="jo.later@example.org", mobile_phone="0171 2223334")
    page.open()
    assert ask(page).status_code == 200


def test_a_call_that_waits_for_its_confirmation_goes_with_it(
    make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path
) -> None:
    """Of each domain of mailboxes one household an hour gets its place at once: the second call waits, and holds
    everything that was typed, and where it came from.
    """
    open_small_park(db, spots=9, kwh=None)
    client = make_client(clock=clock, rate_limits="reserved_domain=1/3600")
    product = Product(client, db, clock, tmp_path)
    product.page.reserve(**PERSON)
    product.page.open()
    body = reservation_body(**PERSON | {"monthly_abschlag": 60}, another=True)
    held = client.post("/functions/v1/reserve-spot", json=body, headers={"idempotency-key": "held-back-" * 2})
    assert (held.status_code, held.json()["code"]) == (409, "confirm_first")
    [entry] = stored(db, WaitingEntry)
    assert (entry["request"]["last_name"], entry["confirmed_at"]) == (LAST, None)
    row = product.page.row()
    assert all([row.network, row.line, entry["request"]["network"], entry["request"]["line"]])
    exported = client.get("/api/household/reservation/data/file.json").json()["tables"]
    assert [table["rows"][0]["name"] for table in exported if table["name"] == "waiting_entries"] == [entry["name"]]
    erase_and_tell(product)
    assert traces_in_database(db) == {}
    assert stored(db, WaitingEntry) == []
    row = product.page.row()
    assert (row.network, row.line) == (None, None)


def test_the_console_shows_what_is_left(product: Product) -> None:
    own = move_in(product)
    erase(product)
    admin = product.staff()
    id_ = product.page.row().id
    shown = admin.get(f"/api/staff/reservations/{id_}")
    assert shown.status_code == 200
    document = shown.json()
    assert document["erased_at"] is not None
    assert (document["first_name"], document["last_name"]) == ("Gelöschter", "Haushalt")
    assert document["undo"] is None
    timeline = admin.get(f"/api/staff/reservations/{id_}/timeline").json()["entries"]
    assert next(one["change"] for one in timeline if one["change"])["action"] == "erase"
    for query in (LAST, EMAIL, own["reference"], "5559933"):
        assert admin.get("/api/staff/reservations", params={"q": query}).json()["data"] == []
    assert len(admin.get("/api/staff/reservations").json()["data"]) == 2
    pages = ("facets", "count", "duplicates")
    for path in (*(f"reservations/{page}" for page in pages), "today", "audit", "mails", "parks/ingolstadt/spots/2"):
        assert admin.get(f"/api/staff/{path}").status_code == 200, path
    assert admin.get(f"/api/staff/reservations/{id_}/erasure").json()["code"] == "already_erased"
    with product.db.read() as session:
        assert first_broken_entry(session) is None
    assert stored(product.db, AuditEntry)[-1]["subject"] == f"reservation:{id_}"


@pytest.mark.parametrize("state", ["contracted", "withdrawn"])
def test_a_contract_keeps_what_the_law_asks_for_and_nothing_else(product: Product, state: str) -> None:
    settle_in(product)
    id_ = product.page.row().id
    execute(product.db.engine, f"UPDATE reservations SET state = '{state}' WHERE id = {id_}")
    shown = product.client.get(f"/api/household/{OWN}").json()
    until = None if state == "contracted" else ["2036-12-31", "2034-12-31", "2032-12-31"]
    assert [kept["until"] for kept in shown["kept"]] == (until or [None, None, None])
    assert (shown["spot_number"], shown["has_running_contract"]) == (None, state == "contracted")
    done = erase(product)
    assert done["is_whole"] is False
    (told,) = (mail.values["kept"] for mail in product.page.mails("data_erased"))
    assert [until for _, _, until in told] == ([f"bis zum 31. Dezember {year}" for year in (2036, 2034, 2032)] if until
                                               else [RUNNING] * 3)  # fmt: skip
    left = {place.partition(".")[0] for place in traces_in_database(product.db)}
    assert left == {"reservations", "reservation_changes", "mails", "mandates", "contract_documents"}
    row = product.page.row()
    assert (row.last_name, row.state) == (LAST, state)
    assert {one.column for one in FIELDS if getattr(row, one.column)} == {"street", "postcode", "town"}
    assert stored(product.db, ReservationNote) == []


def test_files_and_words_stay_until_the_steps_after_the_commit(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or looking for them would prove nothing. A crash between leaves them to the job."""
    settle_in(product)
    with monkeypatch.context() as patch:
        patch.setattr("services.data_protection.public_api.finish_erasures", lambda *_: 0)
        erase(product)
    product.job("deliver-mail")
    assert {place.partition(".")[0] for place in traces_in_database(product.db)} == {"mails"}, "the last one"
    assert any(name.endswith(".eml") for name in traces_in_files(product))
    assert product.job("finish-erasures") == 1
    assert traces_in_database(product.db) == {}
    assert not any(name.endswith((".eml", "sqlite3", "-wal")) for name in traces_in_files(product))
    assert words_in_index(product.db) == set()
    assert cleanup.finish_erasures(product.db, product.settings, product.clock) == 0


def test_the_last_mail_goes_once_it_has_left_or_never_will(product: Product) -> None:
    move_in(product)
    erase(product)
    (mail,) = product.page.mails("data_erased", EMAIL)
    assert (mail.subject_ref, mail.values["kept"], mail.values["others"]) == ("erasure:1", [], [])
    assert {"Mails", "Links zur eigenen Seite", "Nachweise"} <= set(mail.values["deleted"])
    file = product.settings.data_dir / "mail" / f"{mail.message_id}.eml"
    file.parent.mkdir(parents=True, exist_ok=True)
    kept = stored(product.db, Mail)
    for state, stays in {"queued": True, "retrying": True, "sent": False, "failed": False, "cancelled": False}.items():
        product.db.write(lambda session: session.execute(delete(Mail)) and None)
        product.db.write(lambda session: session.execute(insert(Mail), kept) and None)
        execute(product.db.engine, f"UPDATE mails SET state = '{state}' WHERE kind = 'data_erased'")
        file.write_text("Ihre Daten sind gelöscht")
        assert product.job("finish-erasures") == (0 if stays else 1), state
        assert (bool(product.page.mails("data_erased")), file.exists()) == (stays, stays)
    (erasure,) = stored(product.db, Erasure)
    assert erasure["finished_at"] is not None


def test_a_mail_that_is_being_sent_is_looked_for_again(product: Product) -> None:
    """Its sender may write the file after the erasure."""
    move_in(product)
    with_lease = (
        "UPDATE mails SET leased_until = '2026-11-03 10:35:00+00:00', state = 'queued' WHERE recipient LIKE 'q.%'"
    )
    execute(product.db.engine, with_lease)
    erase(product)
    [erasure] = stored(product.db, Erasure)
    assert erasure["finished_at"] is None
    late = product.settings.data_dir / "mail" / f"{erasure['files'][0]}.eml"
    late.parent.mkdir(parents=True, exist_ok=True)
    late.write_text("late")
    assert product.job("finish-erasures") == 0
    product.clock.advance(minutes=5)
    assert product.job("finish-erasures") == 1
    assert not late.exists()


def test_staff_erase_only_as_admins_who_have_just_confirmed(product: Product, db: Database) -> None:
    product.page.reserve(**PERSON)
    id_ = product.page.row().id
    path = f"/api/staff/reservations/{id_}/erasure"
    version = product.staff().get(path).json()["version"]
    earlier = own_page_client(product.client, add_member(db, "admin", now=product.clock()).token)
    product.clock.advance(minutes=11)
    refused = earlier.post(path, json={"version": version})
    assert (refused.status_code, refused.json()["code"]) == (403, "confirmation_required")
    done = product.staff().post(path, json={"version": version})
    assert done.status_code == 200, done.text
    assert product.staff().post(path, json={"version": version + 2}).json()["code"] == "already_erased"
    assert product.page.row().erased_at is not None
