"""A server killed while a receiver already has the event: it comes again, and is known to be the same."""

import json
import socket
import urllib.request
from datetime import timedelta

from sqlalchemy import update

from services.core.clock import utc_now
from services.core.db.db import Database
from services.integrations.models import WebhookEndpoint
from tests.factories import reservation_body
from tests.fixtures.http_peer import HttpPeer
from tests.fixtures.servers import StartServer
from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import KEY, add_endpoint, is_signed

SETTINGS = {"environment": "demo", "secret": KEY, "rate_limits": "off"}


def test_a_server_killed_before_it_noted_the_answer_tells_the_same_again(
    sqlite_url: str, start_server: StartServer, http_peer: HttpPeer
) -> None:
    db = Database(sqlite_url)
    _, secret = add_endpoint(db, HeldClock(utc_now()), http_peer.url)
    server = start_server(sqlite_url, **SETTINGS)

    def kill(_connection: socket.socket) -> None:
        server.kill()

    http_peer.answers = [kill]
    body = json.dumps(reservation_body()).encode()
    call = urllib.request.Request(f"{server.url}/functions/v1/reserve-spot", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(call, timeout=20) as answer:
        assert answer.status == 200
    assert http_peer.wait_for(1)
    server.process.wait()
    # A minute later: the lease of the dead has run out.
    over = update(WebhookEndpoint).values(leased_until=utc_now() - timedelta(seconds=1))
    db.write(lambda session: session.execute(over) and None)
    db.close()
    start_server(sqlite_url, **SETTINGS)
    assert http_peer.wait_for(2)
    first, second = http_peer.received
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
    assert is_signed(first, secret)
    assert is_signed(second, secret)
