"""A stop is announced, answers what came, leaves the rest to others, and is over before a container is killed."""

import signal
import time
from pathlib import Path

import httpx2
import pytest

from services.core.clock import utc_now
from services.core.db.db import Database
from services.mail import outbox
from services.mail.models import Mail
from services.mail.outbox import Order
from tests.factories import reservation_body
from tests.fixtures.servers import StartServer
from tests.fixtures.smtp import SmtpPeer
from tests.services.stored import stored, wait_for

_LONG_DRAIN = """
from services.cli import app, server
server.DRAIN_SECONDS = 3
app(["serve"])
"""

pytestmark = pytest.mark.both_databases(sample="sqlite")

ROUTE = "/functions/v1/reserve-spot"
_AT_MOST = 14
"""Ten seconds, after which it would be killed, with what a busy machine adds; a silent mail server is waited for 15."""


def test_a_stop_is_told_before_the_socket_closes(database_url: str, start_server: StartServer, tmp_path: Path) -> None:
    script = tmp_path / "drain.py"
    script.write_text(_LONG_DRAIN)
    server = start_server(database_url, script=script, rate_limits="off", trusted_proxies="127.0.0.1")
    assert not _is_ending(server.url)
    server.process.send_signal(signal.SIGTERM)
    begun = time.monotonic()
    wait_for(lambda: _is_ending(server.url))
    assert httpx2.get(f"{server.url}/healthz").status_code == 200
    answer = httpx2.post(f"{server.url}{ROUTE}", json=reservation_body())
    assert (answer.status_code, answer.headers["connection"]) == (200, "close")
    assert server.process.wait(timeout=60) == 0
    assert time.monotonic() - begun < _AT_MOST


def _is_ending(url: str) -> bool:
    answer = httpx2.get(f"{url}/readyz")
    return answer.status_code == 503 and answer.json()["causes"] == ["stopping"]


@pytest.mark.sample(0)
def test_a_stop_is_short_though_the_mail_server_is_silent(
    database_url: str, db: Database, start_server: StartServer, smtp_peer: SmtpPeer
) -> None:
    now = utc_now()
    orders = [
        Order(
            "contact_received",
            f"a{number}@example.org",
            f"contact:{number}",
            f"test:{number}",
            {"reference": "K-1", "topic": "x"},
        )
        for number in range(12)
    ]
    db.write(lambda session: outbox.order(session, orders, now))
    smtp_peer.silent = True
    server = start_server(database_url, smtp_url=smtp_peer.url)
    wait_for(lambda: smtp_peer.attempts or None)
    begun = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - begun < _AT_MOST
    smtp_peer.silent = False
    assert "Traceback" not in (server.data_dir / "server.log").read_text()


def test_mails_that_were_leased_and_not_tried_are_given_back(
    database_url: str, db: Database, start_server: StartServer, smtp_peer: SmtpPeer
) -> None:
    now = utc_now()
    orders = [
        Order(
            "contact_received",
            f"a{number}@example.org",
            f"contact:{number}",
            f"test:{number}",
            {"reference": "K-1", "topic": "x"},
        )
        for number in range(4)
    ]
    db.write(lambda session: outbox.order(session, orders, now))
    smtp_peer.silent = True
    server = start_server(database_url, smtp_url=smtp_peer.url, trusted_proxies="127.0.0.1")
    wait_for(lambda: smtp_peer.attempts or None)
    server.process.send_signal(signal.SIGTERM)
    wait_for(lambda: _is_ending(server.url))
    smtp_peer.silent = False
    assert server.process.wait(timeout=60) == 0
    rows = stored(db, Mail)
    assert {(row["state"], row["attempts"], row["leased_until"]) for row in rows[1:]} == {("queued", 0, None)}
    assert len(smtp_peer.received) == 1
