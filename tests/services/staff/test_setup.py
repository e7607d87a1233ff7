"""One-time links: the first account, invitations, new passwords."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyotp
import pytest

from services.mail.catalogue import SECRET_MEMBERS, StaffLink
from services.staff.models import Account, SetupLink, StaffSession
from services.staff.sign_in import one_time_links
from tests.fixtures.staff import PASSWORD, Member
from tests.services.staff.steps import SESSION, Desk, refusal
from tests.services.stored import stored

SETUP = "/api/staff/setup"
FIRST = {"name": "Änne Müller", "email": "Aenne@Voltigo.example", "password": "ein langes Wort und noch eins"}


def first_token(desk: Desk) -> str:
    token = desk.db.write(lambda session: one_time_links.issue_first(session, desk.clock.now))
    assert token
    return token


def link_token(desk: Desk) -> str:
    """The token of the last link that went out by mail."""
    _, values = desk.mails()[-1]
    return str(values["link"]).partition("#")[2]


def invite(desk: Desk, **changes: Any) -> str:
    _, admin = desk.add()
    body = {"email": "neu@voltigo.example", "name": "Neu Hier", "role": "marketing", **changes}
    answer = admin.post("/api/staff/accounts", json=body)
    assert answer.status_code == 200, answer.text
    return link_token(desk)


def enrol(desk: Desk, browser: Any) -> dict[str, Any]:
    offer = browser.post(f"{SESSION}/enrolment").json()
    code = pyotp.TOTP(offer["secret"]).at(desk.clock.now)
    answer = browser.post(f"{SESSION}/enrolment/confirm", json={"code": code})
    assert answer.status_code == 200, answer.text
    return {**offer, **answer.json()}


def test_the_first_account_comes_from_a_link_and_is_an_admin_with_two_factors(desk: Desk) -> None:
    token = first_token(desk)
    browser = desk.browser()
    assert browser.post(f"{SETUP}/check", json={"token": token}).json() == {
        "purpose": "first_account",
        "email": None,
        "name": None,
        "role": "admin",
        "expires_at": "2026-11-04T10:30:15.123456Z",
    }
    answer = browser.post(SETUP, json={"token": token, **FIRST})
    assert (answer.status_code, answer.json()["stage"]) == (200, "enrol")
    assert answer.json()["account"] == {
        "id": 1,
        "name": "Änne Müller",
        "email": "Aenne@voltigo.example",
        "role": "admin",
    }
    assert refusal(browser.get("/api/staff/accounts")) == (401, "signed_out")
    enrolled = enrol(desk, browser)
    assert enrolled["session"]["stage"] == "full"
    assert enrolled["otpauth_uri"].startswith("otpauth://totp/Voltigo:Aenne%40voltigo.example?secret=")
    assert len(enrolled["recovery_codes"]) == 10
    assert all(re.fullmatch(r"[a-z0-9]{4}(-[a-z0-9]{4}){2}", code) for code in enrolled["recovery_codes"])
    assert browser.get("/api/staff/accounts").json()["data"][0]["has_totp"] is True
    assert desk.actions() == ["staff.first_account_created", "staff.second_factor_set", "staff.signed_in"]
    assert desk.db.write(lambda session: one_time_links.issue_first(session, desk.clock.now)) is None


def test_the_qr_code_is_a_square_path_with_its_quiet_zone(desk: Desk) -> None:
    import segno

    browser = desk.browser()
    browser.post(SETUP, json={"token": first_token(desk), **FIRST})
    offer = browser.post(f"{SESSION}/enrolment").json()
    code = segno.make(offer["otpauth_uri"], error="m", micro=False)
    dark = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", offer["qr_path"]):
        dark |= {(int(x) + step, int(y)) for step in range(int(length))}
    assert re.fullmatch(r"(M\d+ \d+\.5h\d+)+", offer["qr_path"])
    assert dark == {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, bit in enumerate(row) if bit}
    assert offer["qr_size"] == len(code.matrix) + 8


@pytest.mark.both_databases
def test_a_new_start_voids_the_earlier_link(desk: Desk) -> None:
    first, second = first_token(desk), first_token(desk)
    assert refusal(desk.browser().post(f"{SETUP}/check", json={"token": first})) == (404, "link_unusable")
    assert desk.browser().post(f"{SETUP}/check", json={"token": second}).status_code == 200


@pytest.mark.both_databases
def test_a_link_works_once_even_for_two_at_the_same_moment(desk: Desk) -> None:
    body = {"token": first_token(desk), **FIRST}
    others = [{**body, "email": f"h{number}@voltigo.example"} for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(lambda typed: desk.browser().post(SETUP, json=typed).status_code, others))
    assert sorted(statuses) == [200, 404, 404, 404]
    assert len(stored(desk.db, Account)) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize(("hours", "status"), [(71, 200), (72, 404)])
def test_an_invitation_lasts_72_hours(hours: int, status: int, desk: Desk) -> None:
    token = invite(desk)
    desk.clock.advance(hours=hours)
    assert desk.browser().post(f"{SETUP}/check", json={"token": token}).status_code == status
    body = {"token": token, "name": "Neu", "password": FIRST["password"]}
    assert desk.browser().post(SETUP, json=body).status_code == status


@pytest.mark.parametrize("token", ["", "falsch", "x" * 43, "\u00e4\x00"])
def test_a_wrong_link_is_refused(token: str, desk: Desk) -> None:
    first_token(desk)
    assert refusal(desk.browser().post(f"{SETUP}/check", json={"token": token})) == (404, "link_unusable")
    assert refusal(desk.browser().post(SETUP, json={"token": token, **FIRST})) == (404, "link_unusable")
    assert stored(desk.db, Account) == []


def test_an_invitation_is_for_the_address_it_was_sent_to(desk: Desk) -> None:
    token = invite(desk)
    assert desk.mails()[-1][0] == "neu@voltigo.example"
    checked = desk.browser().post(f"{SETUP}/check", json={"token": token}).json()
    assert (checked["purpose"], checked["email"], checked["role"]) == ("invitation", "neu@voltigo.example", "marketing")
    browser = desk.browser()
    body = {"token": token, "name": "Anders Genannt", "email": "fremd@voltigo.example", "password": FIRST["password"]}
    account = browser.post(SETUP, json=body).json()["account"]
    assert (account["email"], account["name"], account["role"]) == (
        "neu@voltigo.example",
        "Anders Genannt",
        "marketing",
    )
    enrol(desk, browser)
    assert refusal(browser.get("/api/staff/accounts")) == (403, "forbidden")


def test_only_the_hash_of_a_link_is_stored_and_its_mail_is_marked_secret(desk: Desk) -> None:
    token = invite(desk)
    assert token not in str(stored(desk.db, SetupLink))
    assert SECRET_MEMBERS[StaffLink.kind] == ("link",)
    (secret,) = [name for name, value in desk.mails()[-1][1].items() if token in str(value)]
    assert secret in SECRET_MEMBERS[StaffLink.kind]


@pytest.mark.both_databases
def test_a_fresh_invitation_voids_the_earlier_one(desk: Desk) -> None:
    earlier = invite(desk)
    _, admin = desk.add()
    (account,) = [a for a in admin.get("/api/staff/accounts").json()["data"] if a["state"] == "invited"]
    assert account["invitation_expires_at"] == "2026-11-06T10:30:15.123456Z"
    assert admin.post(f"/api/staff/accounts/{account['id']}/invitation").status_code == 200
    assert refusal(desk.browser().post(f"{SETUP}/check", json={"token": earlier})) == (404, "link_unusable")
    assert desk.browser().post(f"{SETUP}/check", json={"token": link_token(desk)}).status_code == 200


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"password": "zu kurz"}, "password", "too_short"),
        ({"password": "x y " * 40}, "password", "too_long"),
        ({"password": "passwort123456"}, "password", "password_common"),
        ({"password": "Änne-Müller-2026!"}, "password", "password_context"),
        ({"name": " "}, "name", "missing"),
        ({"name": "A\x00B"}, "name", "control_characters"),
        ({"email": "keine Adresse"}, "email", "email_invalid"),
        ({"email": None}, "email", "missing"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_the_link_stays(
    changes: dict[str, Any], field: str, code: str, desk: Desk
) -> None:
    body = {"token": first_token(desk), **FIRST}
    answer = desk.browser().post(SETUP, json=body | changes)
    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
    assert desk.browser().post(SETUP, json=body).status_code == 200


def test_a_link_for_a_new_password_keeps_the_second_factor(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    assert admin.post(f"/api/staff/accounts/{member.id}/invitation").status_code == 200
    token = link_token(desk)
    checked = desk.browser().post(f"{SETUP}/check", json={"token": token}).json()
    assert (checked["purpose"], checked["expires_at"]) == ("reset", "2026-11-03T11:30:15.123456Z"), "an hour from now"
    assert desk.password(member).status_code == 200, "until then the old password counts"
    browser = desk.browser()
    answer = browser.post(SETUP, json={"token": token, "password": FIRST["password"]})
    assert answer.json()["stage"] == "code"
    assert browser.post(f"{SESSION}/code", json={"code": desk.code(member)}).json()["stage"] == "full"
    assert refusal(desk.password(member)) == (401, "wrong_credentials")
    assert refusal(desk.browser(member.token).get(SESSION)) == (401, "signed_out")
    assert desk.mails()[-1][1]["topic"] == "password_changed"


def test_disabling_somebody_voids_their_link(desk: Desk) -> None:
    token = invite(desk)
    _, admin = desk.add()
    (account,) = [a for a in admin.get("/api/staff/accounts").json()["data"] if a["state"] == "invited"]
    assert admin.post(f"/api/staff/accounts/{account['id']}/disable", json={}).status_code == 200
    assert refusal(desk.browser().post(f"{SETUP}/check", json={"token": token})) == (404, "link_unusable")


# Enrolment


def test_a_second_factor_counts_once_its_code_came_back(desk: Desk) -> None:
    member, _ = desk.add(totp_seed=None)
    browser = desk.browser()
    assert desk.password(member, browser).json()["stage"] == "enrol"
    assert refusal(browser.post(f"{SESSION}/enrolment/confirm", json={"code": "123456"})) == (409, "wrong_stage")
    offer = browser.post(f"{SESSION}/enrolment").json()
    assert refusal(browser.post(f"{SESSION}/enrolment/confirm", json={"code": "000000"})) == (401, "wrong_code")
    code = pyotp.TOTP(offer["secret"]).at(desk.clock.now)
    assert browser.post(f"{SESSION}/enrolment/confirm", json={"code": code}).status_code == 200
    again = desk.browser()
    desk.password(member, again)
    assert refusal(again.post(f"{SESSION}/code", json={"code": code})) == (401, "wrong_code"), "it was used to confirm"


def test_changing_the_second_factor_needs_a_confirmation_and_ends_other_sessions(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    other = desk.sign_in(member)
    desk.clock.advance(minutes=10)
    assert refusal(browser.post(f"{SESSION}/enrolment")) == (403, "confirmation_required")
    confirmed = browser.post(f"{SESSION}/confirm", json={"password": PASSWORD, "code": desk.code(member)})
    assert confirmed.json()["confirmed_until"] == "2026-11-03T10:50:15.123456Z"
    old_code_holder = desk.browser()
    enrol(desk, browser)
    assert refusal(other.get(SESSION)) == (401, "signed_out")
    assert desk.mails()[-1][1]["topic"] == "second_factor_changed"
    desk.clock.advance(seconds=30)
    desk.password(member, old_code_holder)
    assert refusal(old_code_holder.post(f"{SESSION}/code", json={"code": desk.code(member)})) == (401, "wrong_code")


def test_a_copy_of_the_database_alone_makes_no_codes(desk: Desk) -> None:
    browser = desk.browser()
    browser.post(SETUP, json={"token": first_token(desk), **FIRST})
    offer = browser.post(f"{SESSION}/enrolment").json()
    assert offer["secret"] not in str(stored(desk.db, StaffSession))
    code = pyotp.TOTP(offer["secret"]).at(desk.clock.now)
    browser.post(f"{SESSION}/enrolment/confirm", json={"code": code})
    assert offer["secret"] not in str(stored(desk.db, Account))
