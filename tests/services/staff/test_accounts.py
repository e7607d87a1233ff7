"""What the administration may do with accounts, and what people may do with their own."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from services.staff.audit import first_broken_entry
from tests.fixtures.staff import PASSWORD, Member
from tests.services.staff.steps import SESSION, Desk, refusal, token_of
from tests.services.staff.test_setup import enrol

ACCOUNTS = "/api/staff/accounts"
NEW = "drei andere Wörter dazu"


@pytest.mark.both_databases
def test_disabling_ends_every_session_at_once(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    other = desk.sign_in(member)
    shown = admin.post(f"{ACCOUNTS}/{member.id}/disable", json={}).json()
    assert (shown["state"], shown["sessions"]) == ("disabled", [])
    for browser in (other, desk.browser(member.token)):
        assert refusal(browser.get(SESSION)) == (401, "signed_out")
    assert refusal(desk.password(member)) == (401, "wrong_credentials")
    assert admin.post(f"{ACCOUNTS}/{member.id}/enable").json()["state"] == "active"
    assert desk.password(member).status_code == 200


def test_a_new_role_ends_the_sessions_and_is_told(desk: Desk, member: Member) -> None:
    admin_account, admin = desk.add()
    answer = admin.patch(f"{ACCOUNTS}/{member.id}", json={"role": "marketing", "version": 1})
    assert (answer.json()["role"], answer.json()["version"]) == ("marketing", 2)
    assert refusal(desk.browser(member.token).get(SESSION)) == (401, "signed_out")
    assert desk.mails()[-1] == (
        member.email,
        {"name": "Kim Staff", "topic": "role_changed", "role": "marketing", "left": 0, "device": "", "passkey": ""},
    )
    entry = desk.entries()[-1]
    assert (entry.actor, entry.action, entry.subject, entry.details) == (
        f"staff:{admin_account.id}",
        "staff.role_changed",
        f"account:{member.id}",
        {"from": "staff", "to": "marketing"},
    )


@pytest.mark.both_databases
def test_a_stale_edit_is_refused_with_what_is_there_now(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    assert admin.patch(f"{ACCOUNTS}/{member.id}", json={"name": "Eins", "version": 1}).status_code == 200
    answer = admin.patch(f"{ACCOUNTS}/{member.id}", json={"name": "Zwei", "version": 1})
    assert refusal(answer) == (409, "stale")
    assert (answer.json()["version"], answer.json()["current"]["name"]) == (2, "Eins")
    assert answer.json()["changed"]["by_name"] == "Kim Admin"


def test_after_a_reset_a_new_second_factor_takes_the_mailbox_and_the_password(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    assert admin.post(f"{ACCOUNTS}/{member.id}/reset-totp").json()["has_totp"] is False
    assert refusal(desk.browser(member.token).get(SESSION)) == (401, "signed_out")
    assert refusal(desk.password(member)) == (403, "second_factor_link_needed"), "the password alone is not enough"
    told, sent = (values for _, values in desk.mails()[-2:])
    assert (told["topic"], sent["purpose"], sent["hours"]) == ("second_factor_reset", "second_factor", 1)
    token = sent["link"].partition("#")[2]
    setup = "/api/staff/setup"
    assert desk.browser().post(f"{setup}/check", json={"token": token}).json()["purpose"] == "second_factor"
    stolen = desk.browser().post(setup, json={"token": token, "password": "ein ganz neues Passwort"})
    assert refusal(stolen) == (401, "wrong_credentials"), "neither is the link alone"
    browser = desk.browser()
    assert browser.post(setup, json={"token": token, "password": PASSWORD}).json()["stage"] == "enrol"
    enrol(desk, browser)
    assert browser.get(SESSION).json()["stage"] == "full"
    assert desk.actions()[-3:] == ["staff.second_factor_link_used", "staff.second_factor_set", "staff.signed_in"]


def test_whoever_lost_password_and_telephone_gets_a_link_for_both(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    admin.post(f"{ACCOUNTS}/{member.id}/reset-totp")
    admin.post(f"{ACCOUNTS}/{member.id}/invitation")
    sent = desk.mails()[-1][1]
    assert sent["purpose"] == "both"
    assert refusal(desk.password(member)) == (401, "wrong_credentials"), "the old password has ended"
    body = {"token": sent["link"].partition("#")[2], "password": "ein ganz neues Passwort"}
    assert desk.browser().post("/api/staff/setup", json=body).json()["stage"] == "enrol"


def test_sessions_of_somebody_can_be_ended(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    desk.sign_in(member)
    assert len(admin.get(f"{ACCOUNTS}/{member.id}").json()["sessions"]) == 2
    assert admin.post(f"{ACCOUNTS}/{member.id}/sessions/revoke").json()["sessions"] == []
    assert refusal(desk.browser(member.token).get(SESSION)) == (401, "signed_out")


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["disable", "demote"])
def test_the_last_active_admin_stays(change: str, desk: Desk) -> None:
    member, admin = desk.add()
    desk.add(state="disabled")
    desk.add("staff")
    if change == "disable":
        answer = admin.post(f"{ACCOUNTS}/{member.id}/disable", json={})
    else:
        answer = admin.patch(f"{ACCOUNTS}/{member.id}", json={"role": "staff", "version": 1})
    assert refusal(answer) == (409, "last_admin")
    assert admin.get(ACCOUNTS).status_code == 200


def test_nobody_disables_themselves(desk: Desk) -> None:
    member, admin = desk.add()
    desk.add()
    assert refusal(admin.post(f"{ACCOUNTS}/{member.id}/disable", json={})) == (409, "own_account")


@pytest.mark.both_databases
def test_two_admins_who_disable_each_other_at_once_do_not_both_succeed(desk: Desk) -> None:
    pairs = [desk.add(), desk.add()]
    ids = [member.id for member, _ in pairs]

    def disable(number: int) -> int:
        return pairs[number][1].post(f"{ACCOUNTS}/{ids[1 - number]}/disable", json={}).status_code

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(disable, (0, 1)))
    assert statuses[0] == 200
    assert statuses[1] in (401, 409)


@pytest.mark.both_databases
def test_an_address_belongs_to_one_account(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    body = {"email": member.email.upper(), "name": "Zweite", "role": "staff"}
    assert refusal(admin.post(ACCOUNTS, json=body)) == (409, "email_taken")
    assert refusal(desk.browser(member.token).patch("/api/staff/profile", json={"email": "x"})) == (422, "validation")
    other, _ = desk.add("staff")
    answer = admin.patch(f"{ACCOUNTS}/{other.id}", json={"email": member.email, "version": 1})
    assert refusal(answer) == (409, "email_taken")
    assert admin.get(f"{ACCOUNTS}/{other.id}").json()["email"] == other.email


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", ACCOUNTS, {"email": "a@voltigo.example", "name": "A", "role": "staff"}),
        ("PATCH", ACCOUNTS + "/{id}", {"name": "B", "version": 1}),
        ("POST", ACCOUNTS + "/{id}/disable", {}),
        ("POST", ACCOUNTS + "/{id}/enable", {}),
        ("POST", ACCOUNTS + "/{id}/reset-totp", {}),
        ("POST", ACCOUNTS + "/{id}/invitation", {}),
        ("POST", ACCOUNTS + "/{id}/sessions/revoke", {}),
        ("POST", SESSION + "/recovery-codes", {}),
        ("PATCH", "/api/staff/profile", {"email": "neu@voltigo.example"}),
    ],
)
def test_what_is_sensitive_needs_a_recent_confirmation(method: str, path: str, body: Any, desk: Desk) -> None:
    member, admin = desk.add()
    other, _ = desk.add("staff")
    desk.clock.advance(minutes=9, seconds=59)
    url = path.format(id=other.id)
    desk.clock.advance(seconds=1)
    before = desk.actions()
    assert refusal(admin.request(method, url, json=body)) == (403, "confirmation_required")
    assert desk.actions() == before
    assert refusal(admin.post(f"{SESSION}/confirm", json={"password": "falsch", "code": "1"}))[0] == 401
    assert refusal(admin.post(f"{SESSION}/confirm", json={"password": PASSWORD, "code": "1"})) == (401, "wrong_code")
    assert refusal(admin.request(method, url, json=body)) == (403, "confirmation_required")
    assert admin.post(f"{SESSION}/confirm", json={"password": PASSWORD, "code": desk.code(member)}).status_code == 200
    assert admin.request(method, url, json=body).status_code == 200


@pytest.mark.both_databases
def test_accounts_are_listed_by_page_field_and_state(desk: Desk) -> None:
    _, admin = desk.add(name="Zoe")
    for name, state in (("Anna", "active"), ("Bert", "disabled"), ("Cleo", "active")):
        desk.add("staff", name=name, state=state)
    names = lambda query: [row["name"] for row in admin.get(f"{ACCOUNTS}?{query}").json()["data"]]  # noqa: E731
    assert names("sort=name") == ["Anna", "Bert", "Cleo", "Zoe"]
    assert names("sort=name&order=desc&per_page=2") == ["Zoe", "Cleo"]
    assert names("sort=name&order=desc&per_page=2&page=2") == ["Bert", "Anna"]
    assert names("state=disabled") == ["Bert"]
    page = admin.get(f"{ACCOUNTS}?per_page=3").json()
    assert (page["has_next"], page["total"]) == (True, 4)
    assert admin.get(f"{ACCOUNTS}?per_page=3&page=2").json()["has_next"] is False
    for query in ("sort=password_hash", "colour=red", "per_page=101", "page=0", "state=gone", "order=up"):
        assert refusal(admin.get(f"{ACCOUNTS}?{query}")) == (422, "validation"), query
    for id_ in ("999", "0", "x", str(2**64)):
        assert admin.get(f"{ACCOUNTS}/{id_}").status_code in (404, 422)


def test_no_answer_ever_holds_a_hash_or_a_seed(desk: Desk, member: Member) -> None:
    _, admin = desk.add()
    for path in (ACCOUNTS, f"{ACCOUNTS}/{member.id}", SESSION, "/api/staff/sessions", "/api/staff/audit"):
        text = admin.get(path).text
        assert "argon2" not in text
        assert member.seed not in text


# The own account


def test_a_new_password_ends_the_other_sessions_and_is_told(desk: Desk, member: Member) -> None:
    browser, other = desk.browser(member.token), desk.sign_in(member)
    answer = browser.post("/api/staff/password", json={"current": PASSWORD, "new": NEW})
    assert (answer.status_code, answer.json()["stage"]) == (200, "full")
    assert refusal(other.get(SESSION)) == (401, "signed_out")
    assert refusal(desk.browser(member.token).get(SESSION)) == (401, "signed_out"), "its token was replaced"
    assert token_of(browser) != member.token
    assert browser.get(SESSION).status_code == 200
    assert refusal(desk.password(member)) == (401, "wrong_credentials")
    assert desk.password(member, password=NEW).status_code == 200
    assert desk.mails()[-1][1]["topic"] == "password_changed"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"current": "falsch", "new": NEW}, (401, "wrong_credentials")),
        ({"current": PASSWORD, "new": "kurz"}, (422, "validation")),
        ({"current": PASSWORD, "new": "Kim Staff Kim Staff"}, (422, "validation")),
    ],
)
def test_a_password_is_not_changed_to_a_bad_one_or_by_a_stranger(
    body: Any, expected: tuple[int, str], desk: Desk, member: Member
) -> None:
    assert refusal(desk.browser(member.token).post("/api/staff/password", json=body)) == expected
    assert desk.password(member).status_code == 200


def test_an_address_is_changed_after_a_confirmation_and_both_are_told(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    assert browser.patch("/api/staff/profile", json={"name": "Neuer Name"}).json()["name"] == "Neuer Name"
    answer = browser.patch("/api/staff/profile", json={"email": "neu@voltigo.example"})
    assert answer.json()["email"] == "neu@voltigo.example"
    assert [to for to, _ in desk.mails()] == [member.email, "neu@voltigo.example"]
    assert desk.actions()[-2:] == ["staff.name_changed", "staff.email_changed"]


def test_own_sessions_are_listed_and_ended(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    phone = desk.sign_in(member)
    stranger, _ = desk.add()
    listed = browser.get("/api/staff/sessions").json()["data"]
    assert sorted((row["device"], row["is_current"]) for row in listed) == [
        ("Firefox auf Linux", True),
        ("Unbekanntes Gerät", False),
    ]
    assert refusal(browser.delete(f"/api/staff/sessions/{stranger.session_id}")) == (404, "not_found")
    (other,) = [row["id"] for row in listed if not row["is_current"]]
    assert browser.delete(f"/api/staff/sessions/{other}").status_code == 204
    assert refusal(phone.get(SESSION)) == (401, "signed_out")
    desk.clock.advance(seconds=30)
    third = desk.sign_in(member)
    assert browser.post("/api/staff/sessions/revoke-others").json() == {"revoked": 1}
    assert refusal(third.get(SESSION)) == (401, "signed_out")
    assert browser.get(SESSION).status_code == 200


# The audit log


@pytest.mark.both_databases
def test_the_audit_log_is_listed_filtered_and_verified(desk: Desk, member: Member) -> None:
    admin_account, admin = desk.add(name="Ada")
    desk.password(member, password="falsch")
    admin.post(f"{ACCOUNTS}/{member.id}/disable", json={})
    desk.clock.advance(days=1)
    admin = desk.browser(desk.add(name="Bea")[0].token)
    admin.post(f"{ACCOUNTS}/{member.id}/enable")
    rows = lambda query: admin.get(f"/api/staff/audit?{query}").json()["data"]  # noqa: E731
    actions = lambda query: [row["action"] for row in rows(query)]  # noqa: E731
    assert actions("") == ["staff.enabled", "staff.disabled", "staff.sign_in_failed"]
    assert actions("order=asc&per_page=1") == ["staff.sign_in_failed"]
    assert actions("action=staff.disabled") == ["staff.disabled"]
    assert actions(f"actor=staff:{admin_account.id}") == ["staff.disabled"]
    assert actions(f"subject=account:{member.id}&to=2026-11-03") == ["staff.disabled", "staff.sign_in_failed"]
    assert actions("from=2026-11-04") == ["staff.enabled"]
    assert [row["actor_name"] for row in rows("")] == ["Bea", "Ada", None]
    for query in ("sort=at", "actor=%00", "from=morgen", "nobody=1"):
        assert refusal(admin.get(f"/api/staff/audit?{query}")) == (422, "validation"), query
    assert admin.post("/api/staff/audit/verify").json() == {"entries": 3, "first_broken": None}
    with desk.db.read() as session:
        assert first_broken_entry(session) is None
