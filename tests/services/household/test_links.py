"""Links in mails: shown without effect, good for two days in any browser, and never guessed."""

from datetime import timedelta

from sqlalchemy import update

from services.core.db.db import Database
from services.household_links.links import forget_expired
from services.household_links.models import HouseholdLink, HouseholdSession
from services.mail.link_tokens import TOKEN_LENGTH, link_token, new_seed, seed_of
from services.privacy.consent_texts import ADDRESS_VERSION, text_sha256
from services.privacy.models import Consent
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.staff.models import AuditEntry
from tests.services.household.own_page import OWN_PAGE, OwnPage
from tests.services.stored import stored


def test_a_link_that_is_only_looked_at_changes_nothing(house: OwnPage) -> None:
    """What a scanner does that follows the link and runs the page's script."""
    house.reserve()
    token, before = house.token(), house.row()
    for _ in range(3):
        shown = house.call("links/look", token=token).json()
    assert shown == {
        "purpose": "confirm",
        "state": "open",
        "spot_number": 1,
        "park_name": "Ingolstadt",
        "is_confirmed": False,
        "has_place": True,
        "confirm_by": "2026-11-17T10:30:15.123456Z",
        "last_four": "",
    }
    assert (house.row().version, house.row().email_confirmed_at) == (before.version, None)
    assert house.show().json() == {"reservation": None}
    assert house.client.get("/meine-reservierung").status_code in (200, 404)
    assert house.press(token).status_code == 200


def test_a_link_tells_whether_the_place_is_still_the_households(house: OwnPage, db: Database) -> None:
    """The mail may be older than what became of the place; a contract is no end of it."""
    house.reserve()
    assert house.press().status_code == 200
    house.call("links", email="aenne.mueller@example.org")
    token, kept = house.token(), []
    for state in ReservationState:
        db.write(lambda session, state=state: session.execute(update(Reservation).values(state=state.value)))
        if house.call("links/look", token=token).json()["has_place"]:
            kept.append(state)
    assert kept == ["reserved", "invited", "contracted", "active"]
    db.write(lambda session: session.execute(update(Reservation).values(state="reserved")))
    assert house.call("reservation/give-up").status_code == 200
    assert house.call("links/look", token=token).json()["has_place"] is False


def test_a_press_confirms_the_address_with_proof_and_opens_the_page(house: OwnPage, db: Database) -> None:
    answer = house.reserve()
    asked = house.clock.now
    house.clock.advance(hours=47)
    opened = house.press()
    assert opened.json() == {"expires_at": "2026-11-05T10:30:15.123456Z"}
    cookie = opened.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
    assert house.row().email_confirmed_at == house.clock.now
    proof = stored(db, Consent)[-1]
    assert {name: proof[name] for name in ("purpose", "text_version", "text_sha256", "source")} == {
        "purpose": "email_address",
        "text_version": ADDRESS_VERSION,
        "text_sha256": text_sha256(ADDRESS_VERSION),
        "source": "link",
    }
    assert (proof["asked_at"], proof["given_at"]) == (asked, house.clock.now)
    entry = stored(db, AuditEntry)[-1]
    assert (entry["actor"], entry["action"], entry["details"]) == ("household", "reservation.confirm_email", {})
    shown = house.show().json()["reservation"]
    assert (shown["reference"], shown["steps"]["confirmed_at"]) == (answer["reference"], "2026-11-05T09:30:15.123456Z")


def test_a_link_is_good_for_two_days_in_every_browser_and_confirms_once(house: OwnPage, db: Database) -> None:
    """The first browser may be the one that a mail program has built in, and is closed with it."""
    house.reserve()
    token = house.token()
    assert house.press(token).status_code == 200
    confirmed = house.row()
    house.client.cookies.clear()
    house.clock.advance(hours=47, minutes=59, seconds=59)
    assert house.call("links/look", token=token).json()["state"] == "open"
    assert house.press(token).status_code == 200
    assert house.show().json()["reservation"]["spot_number"] == 1
    assert len(stored(db, HouseholdSession)) == 2, "each browser has its own session"
    assert (house.row().version, house.row().email_confirmed_at) == (confirmed.version, confirmed.email_confirmed_at)
    assert [one["purpose"] for one in stored(db, Consent)] == ["terms", "email_address"]
    house.clock.advance(seconds=1)
    refused = house.press(token)
    assert (refused.status_code, refused.json()["code"]) == (409, "link_expired")
    assert house.call("links/look", token=token).json()["state"] == "expired"


def test_a_link_that_is_over_confirms_nothing(house: OwnPage) -> None:
    house.reserve()
    house.clock.advance(hours=48)
    assert house.press().json()["code"] == "link_expired"
    assert house.row().email_confirmed_at is None


def test_who_signs_out_ends_the_links_sent_so_far(house: OwnPage) -> None:
    """Or the history of a shared browser would open the page again. A new address still waits for its own."""
    new = "neu@example.net"
    house.reserve()
    token = house.token()
    house.open()
    assert house.call("reservation/email", email=new).status_code == 200
    to_new = house.token("confirm_new_address", new)
    house.client.request("DELETE", "/api/household/session", json={}, headers=OWN_PAGE)
    assert house.press(token).json()["code"] == "link_expired"
    assert house.call("links/again", token=token).json() == {"success": True}
    assert house.press().status_code == 200, "a fresh one came to the same mailbox"
    assert house.press(to_new).status_code == 200
    assert house.row().email == new


def test_an_old_link_sends_a_fresh_one_to_the_address_it_was_sent_to(house: OwnPage) -> None:
    house.reserve()
    first = house.token()
    assert house.call("links/again", token=first).json() == {"success": True}
    assert len(house.mails()) == 1, "a link that still works needs no other"
    house.clock.advance(hours=49)
    assert house.call("links/again", token=first).json() == {"success": True}
    (_, fresh) = house.mails()
    assert (fresh.kind, fresh.recipient) == ("confirm_address", "aenne.mueller@example.org")
    assert house.press().status_code == 200
    assert house.call("links/again", token=first).json() == {"success": True}
    assert house.mails()[-1].kind == "page_link"


def test_a_mailbox_that_had_its_links_of_a_day_gets_no_more_and_the_page_hears_it(house: OwnPage) -> None:
    """Who has a link learns it; who only names an address learns nothing."""
    house.reserve()
    first = house.token()
    assert house.press(first).status_code == 200
    house.clock.advance(hours=48)
    for _ in range(5):
        assert house.call("links/again", token=first).json() == {"success": True}
    refused = house.call("links/again", token=first)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_mails")
    asked = house.call("links", email="aenne.mueller@example.org")
    assert asked.json() == {"success": True}
    assert len(house.mails("page_link")) == 5
    house.clock.advance(days=1)
    assert house.call("links/again", token=first).json() == {"success": True}


def test_a_link_to_a_new_address_sends_another_only_once_that_address_counts(house: OwnPage) -> None:
    """Before it may lie with a stranger, to whom nothing more goes than the one mail."""
    new = "neu@example.net"
    house.reserve()
    house.open()
    assert house.call("reservation/email", email=new).status_code == 200
    token = house.token("confirm_new_address", new)
    house.clock.advance(hours=47)
    assert house.call("links/look", token=token).json()["purpose"] == "change_email"
    assert house.press(token).status_code == 200
    assert house.call("links/look", token=token).json()["purpose"] == "open", "by now it is a link like any other"
    version = house.row().version
    assert house.press(token).status_code == 200
    assert house.row().version == version
    house.clock.advance(hours=1)
    assert house.call("links/again", token=token).json() == {"success": True}
    house.open()
    assert [mail.kind for mail in house.mails(to=new)] == ["confirm_new_address", "page_link"]

    other = "dritte@example.net"
    assert house.call("reservation/email", email=other).status_code == 200
    token = house.token("confirm_new_address", other)
    before = len(house.mails())
    house.clock.advance(hours=49)
    assert house.call("links/again", token=token).json() == {"success": True}
    assert len(house.mails()) == before


def test_a_token_that_was_never_sent_opens_nothing(house: OwnPage) -> None:
    house.reserve()
    for token, code in (("x", "unknown_link"), ("", "validation"), ("a" * TOKEN_LENGTH, "unknown_link"),
                        ("ä" * TOKEN_LENGTH, "unknown_link"), ("a" * 400, "validation")):  # fmt: skip
        assert house.call("links/press", token=token).json()["code"] == code
        assert house.call("links/again", token=token).json()["success"] is (code == "unknown_link")
    assert len(house.mails()) == 1


def test_a_token_is_of_no_use_without_this_installations_key() -> None:
    """Who reads the outbox knows the seed, and still not the token."""
    seed = new_seed()
    token = link_token(b"ours", seed)
    assert seed_of(b"ours", token) == seed
    assert seed_of(b"theirs", token) is None
    for position in range(TOKEN_LENGTH):
        other = "A" if token[position] != "A" else "B"
        assert seed_of(b"ours", token[:position] + other + token[position + 1 :]) is None


def test_guessing_is_limited_by_the_callers_address(house: OwnPage) -> None:
    statuses = [house.call("links/press", token=f"{number:044}").status_code for number in range(25)]
    assert statuses == [404] * 20 + [429] * 5


def test_calls_of_other_sites_are_refused(house: OwnPage) -> None:
    house.reserve()
    token = house.token()
    paths = ("links/press", "hand-over/accept", "hand-over/decline", "reservation/hand-over")
    for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}, {}):
        for path in paths:
            response = house.client.post(f"/api/household/{path}", json={"token": token}, headers=headers)
            assert (response.status_code, response.json()["code"]) == (403, "cross_site")
    form = house.client.post("/api/household/links/press", data={"token": token}, headers=OWN_PAGE)
    assert form.status_code == 403
    assert house.press(token).status_code == 200


def test_a_lost_link_is_mailed_to_its_mailbox_alone_and_five_times_a_day(house: OwnPage) -> None:
    house.reserve()
    for email, mails in (
        ("aenne.mueller@example.org", 1),
        ("Aenne.Mueller@Example.org", 2),
        ("aenne.mueller+strom@example.org", 3),
        ("fremd@example.org", 3),
        *(("aenne.mueller@example.org", most) for most in (4, 5, 5, 5)),
    ):
        response = house.call("links", email=email)
        assert (response.status_code, response.json()) == (200, {"success": True})
        assert len(house.mails("confirm_address", "aenne.mueller@example.org")) == mails, email
    assert len(house.mails("confirm_address")) == 5


def test_a_lost_link_leads_to_each_place_of_the_mailbox_and_else_to_the_latest(house: OwnPage) -> None:
    first = house.reserve()["spot_number"]
    second = house.reserve(key="second", monthly_abschlag=60)["spot_number"]
    assert first != second
    house.call("links", email="aenne.mueller@example.org")
    assert {mail.values["spot_number"] for mail in house.mails("confirm_address")} == {first, second}
    for place, next_link in ((first, second), (second, second)):
        assert house.open()["spot_number"] == place
        assert house.call("reservation/give-up").status_code == 200
        house.call("links", email="aenne.mueller@example.org")
        assert house.mails()[-1].values["spot_number"] == next_link


def test_a_session_ends_after_an_hour_or_when_the_page_is_closed(house: OwnPage) -> None:
    house.reserve()
    house.open()
    house.clock.advance(minutes=59, seconds=59)
    assert house.show().status_code == 200
    house.clock.advance(seconds=1)
    assert house.show().json() == {"reservation": None}
    refused = house.call("reservation/give-up")
    assert (refused.status_code, refused.json()["code"]) == (401, "signed_out")
    house.call("links", email="aenne.mueller@example.org")
    house.open()
    closed = house.client.request("DELETE", "/api/household/session", json={}, headers=OWN_PAGE)
    assert closed.headers["clear-site-data"] == '"cache"'
    assert closed.status_code == 200
    assert house.show().json() == {"reservation": None}


def test_two_households_do_not_see_each_other(house: OwnPage) -> None:
    first = house.reserve()["reference"]
    house.open()
    assert house.show().json()["reservation"]["reference"] == first
    second = house.reserve(key="b", email="b@example.org", mobile_phone="0170 7654321")["reference"]
    assert house.show().json()["reservation"]["reference"] == first, "the cookie is of the first"
    house.open()
    assert house.show().json()["reservation"]["reference"] == second


def test_the_secret_of_a_link_is_nowhere_in_the_database(house: OwnPage, db: Database) -> None:
    house.reserve()
    token = house.token()
    held = [str(row) for model in (HouseholdLink, HouseholdSession) for row in stored(db, model)]
    held += [str(mail.values) for mail in house.mails()]
    assert not [text for text in held if token in text or token[22:] in text]
    assert not [text for text in held[:1] if token[:22] in text], "the link's row has only the hash"


def test_links_are_forgotten_a_month_after_their_end(house: OwnPage, db: Database) -> None:
    house.reserve()
    over = house.clock.now + timedelta(days=32)
    assert db.write(lambda session: forget_expired(session, over - timedelta(seconds=1))) == 0
    assert db.write(lambda session: forget_expired(session, over)) == 1
    house.at(over)
    assert house.press().status_code == 404
