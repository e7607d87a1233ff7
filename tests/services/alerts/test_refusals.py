"""Many refusals are told once, as one mail to each administrator, and again after their end."""

from email import message_from_bytes, policy

import pytest

from services.core.http.callers.rate_limit import Told, tell
from services.core.http.errors import Abuse
from services.mail.transport import transport_for
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import add_member
from tests.services.alerts.conftest import Watch
from tests.services.mail.posting import delivery


def refuse(watch: Watch, count: int, kind: Abuse = Abuse.SIGN_IN) -> None:
    """So many refusals at this moment."""
    told = Told(f"refused:{kind}", int(watch.clock().timestamp()) // 600 * 600, count)
    watch.db.write(lambda session: tell(session, [told]))


def subjects(peer: SmtpPeer) -> list[str]:
    return [message_from_bytes(raw, policy=policy.default)["Subject"] for raw in peer.received]


def test_a_burst_of_refusals_is_one_mail_and_may_be_told_again_after_its_end(watch: Watch, smtp_peer: SmtpPeer) -> None:
    add_member(watch.db, "admin", email="chef@voltigo.example")
    add_member(watch.db, "staff")
    sender = delivery(watch.db, transport_for(smtp_peer.url, watch.settings.data_dir), watch.clock)
    for _ in range(20):
        refuse(watch, 75)
        watch.look()
        sender.deliver_due()
        watch.clock.advance(minutes=1)
    assert subjects(smtp_peer) == ["Hinweis: 300 Aufrufe in einer Stunde abgewiesen"]
    body = message_from_bytes(smtp_peer.received[0], policy=policy.default).get_body(("plain",))
    assert body is not None
    assert "https://voltigo.example/admin/audit" in body.get_content().replace("=\n", "")
    watch.clock.advance(hours=1)
    watch.look()
    assert watch.open_subjects() == []
    refuse(watch, 300)
    watch.look()
    sender.deliver_due()
    assert len(subjects(smtp_peer)) == 2
    assert {mail["recipient"] for mail in watch.mails()} == {"chef@voltigo.example"}


@pytest.mark.both_databases(sample="postgresql")
def test_all_kinds_count_together_and_the_most_frequent_are_named(watch: Watch) -> None:
    for kind, count in ((Abuse.RATE, 150), (Abuse.HOST, 99), (Abuse.SIGN_IN, 40), (Abuse.TRAP, 10)):
        refuse(watch, count, kind)
    watch.look()
    assert watch.alerts() == []
    refuse(watch, 1, Abuse.SHED)
    watch.look()
    [alert] = watch.alerts()
    assert (alert["kind"], alert["headline"]) == ("many_refusals", "300 Aufrufe in einer Stunde abgewiesen")
    assert alert["words"].startswith(
        "Vor allem: zu viele Aufrufe eines Anschlusses (150), unter einem fremden Namen (99), "
        "falsche Passwörter und Codes (40)."
    )
    watch.clock.advance(minutes=62)
    watch.look()
    assert watch.open_subjects() == []
