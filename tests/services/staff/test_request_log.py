"""What the log says of a staff member's call: the account number, by which a refusal can be traced."""

from structlog.testing import capture_logs

from tests.fixtures.staff import Member
from tests.services.staff.steps import SESSION, Desk, refusal

ACCOUNTS = "/api/staff/accounts"


def test_a_refused_call_is_logged_with_its_account_and_a_strangers_without(desk: Desk, member: Member) -> None:
    with capture_logs() as lines:
        assert refusal(desk.browser(member.token).get(ACCOUNTS)) == (403, "forbidden")
        assert refusal(desk.browser("made up").get(ACCOUNTS)) == (401, "signed_out")
        assert desk.browser(member.token).get(SESSION).status_code == 200
    calls = [(line["status"], line.get("account")) for line in lines if line["event"] == "request"]
    assert calls == [(403, member.id), (401, None), (200, member.id)]
    assert member.email not in str(lines)
