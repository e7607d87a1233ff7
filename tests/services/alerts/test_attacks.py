"""A flood of refused calls is told once, as one mail to each administrator, and again after its end."""

from email import message_from_bytes, policy

import pytest

from services.attacks.keep import flush
from services.attacks.kinds import Kind
from services.attacks.tally import Tally, Violation
from services.mail.transport import transport_for
from services.staff import audit
from services.staff.audit import Event
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import add_member
from tests.services.alerts.conftest import Watch
from tests.services.mail.posting import delivery


def fail_sign_ins(watch: Watch, count: int) -> None:
    """So many wrong passwords at this moment."""
    events = [Event("anonymous", "staff.sign_in_failed", "account:unknown") for _ in range(count)]
    watch.db.write(lambda session: audit.append(session, events, watch.clock()))


def subjects(peer: SmtpPeer) -> list[str]:
    return [message_from_bytes(raw, policy=policy.default)["Subject"] for raw in peer.received]


@pytest.mark.both_databases
def test_a_burst_of_failed_sign_ins_is_one_mail_and_may_be_told_again_after_its_end(
    watch: Watch, smtp_peer: SmtpPeer
) -> None:
    add_member(watch.db, "admin", email="chef@voltigo.example")
    add_member(watch.db, "staff")
    sender = delivery(watch.db, transport_for(smtp_peer.url, watch.settings.data_dir), watch.clock)
    for _ in range(20):
        fail_sign_ins(watch, 5)
        watch.look()
        sender.deliver_due()
        watch.clock.advance(minutes=1)
    assert subjects(smtp_peer) == ["Hinweis: 20 gescheiterte Anmeldungen in einer Stunde"]
    body = message_from_bytes(smtp_peer.received[0], policy=policy.default).get_body(("plain",))
    assert body is not None
    assert "https://voltigo.example/admin/operation/attacks" in body.get_content().replace("=\n", "")
    watch.clock.advance(hours=1)
    watch.look()
    assert watch.open_subjects() == []
    fail_sign_ins(watch, 20)
    watch.look()
    sender.deliver_due()
    assert len(subjects(smtp_peer)) == 2
    assert {mail["recipient"] for mail in watch.mails()} == {"chef@voltigo.example"}


def test_there_is_at_most_one_mail_an_hour_of_a_kind(watch: Watch) -> None:
    """An attack that stops and goes on is told again only an hour after the first mail, if it then lasts."""
    add_member(watch.db, "admin")
    fail_sign_ins(watch, 15)
    watch.clock.advance(minutes=50)
    fail_sign_ins(watch, 5)
    watch.look()
    watch.clock.advance(minutes=15)
    watch.look()
    assert watch.open_subjects() == []
    fail_sign_ins(watch, 15)
    watch.look()
    assert len(watch.open_subjects()) == 1
    assert len(watch.mails()) == 1
    watch.clock.advance(minutes=44)
    watch.look()
    assert len(watch.mails()) == 1
    watch.clock.advance(minutes=2)
    watch.look()
    assert len(watch.mails()) == 2


@pytest.mark.both_databases
def test_each_kind_is_told_from_its_own_calls(watch: Watch) -> None:
    tally = Tally(b"secret", watch.clock)
    for _ in range(299):
        tally.count(Kind.RATE, "visit", "192.0.2.7")
        tally.count(Kind.EXTENSION)
        tally.count(Kind.RESERVE)
    for _ in range(50):
        tally.count(Kind.HOST)
        tally.count(Kind.CROSS_SITE, "cross_site")
    for _ in range(20):
        tally.report(Violation("/faqs", "img-src", "https://x.example", "", from_extension=False))
    flush(tally, watch.db)
    watch.look()
    assert {alert["kind"] for alert in watch.alerts()} == {"foreign_calls", "policy_violations"}
    tally.count(Kind.TRAP, "too_fast")
    flush(tally, watch.db)
    watch.look()
    assert [alert["headline"] for alert in watch.alerts() if alert["kind"] == "many_refusals"] == [
        "300 Aufrufe in einer Stunde abgewiesen"
    ]
    watch.clock.advance(minutes=62)
    watch.look()
    assert watch.open_subjects() == []
