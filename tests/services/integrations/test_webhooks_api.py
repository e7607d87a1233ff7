"""Webhooks as administrators work with them."""

from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.core.db.db import Database
from services.integrations.models import WebhookEndpoint
from services.staff.models import AuditEntry
from tests.fixtures.http_peer import HttpPeer, status
from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import deliverer, is_signed, told
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import stored

WEBHOOKS = "/api/staff/webhooks"
SECRET_PATH = "/hook/of-the-receiver-alone"


def body(peer: HttpPeer, **changes: object) -> dict[str, object]:
    url = f"http://127.0.0.1:{peer.port}{SECRET_PATH}"
    return {"name": "Abrechnung", "url": url, "events": ["reservation.created"]} | changes


def add(admin: TestClient, peer: HttpPeer, **changes: object) -> dict:
    answer = admin.post(WEBHOOKS, json=body(peer, **changes))
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_the_secret_is_shown_once_and_kept_out_of_everything_else(
    admin: TestClient, db: Database, http_peer: HttpPeer
) -> None:
    made = add(admin, http_peer)
    secret = made["secret"]
    assert secret.startswith("whsec_")
    reserve_many(db, HeldClock().now, households(1))
    with capture_logs() as logs:
        deliverer(db, HeldClock()).deliver_due()
    assert [one["event"] for one in logs] == ["webhook_delivered"]
    assert is_signed(http_peer.received[0], secret)
    shown = admin.get(WEBHOOKS).text + admin.get(f"{WEBHOOKS}/{made['id']}").text
    kept = repr([stored(db, model) for model in (WebhookEndpoint, AuditEntry)])
    written = repr(logs)
    assert secret not in shown + kept + written
    assert "of-the-receiver-alone" not in repr(stored(db, AuditEntry)) + written, "their address may be a secret, too"


def test_what_is_wrong_is_said_at_the_field(admin: TestClient, http_peer: HttpPeer) -> None:
    cases = [
        ({"name": ""}, "name", "missing"),
        ({"url": "irgendwo"}, "url", "not_an_address"),
        ({"url": "http://10.0.0.5/"}, "url", "address_refused"),
        ({"url": "http://169.254.169.254/latest/meta-data"}, "url", "address_refused"),
        ({"url": "http://[::ffff:10.0.0.5]/"}, "url", "address_refused"),
        ({"url": "https://hooks.invalid:22/"}, "url", "port_refused"),
        ({"events": []}, "events", "missing"),
        ({"events": ["reservation.sold"]}, "events", "unknown_choice"),
        ({"events": "reservation.created"}, "events", "missing"),
    ]
    for changes, field, code in cases:
        answer = admin.post(WEBHOOKS, json=body(http_peer, **changes))
        assert answer.status_code == 422, changes
        (fault,) = answer.json()["errors"]
        assert (fault["field"], fault["code"]) == (field, code)
        assert fault["message"].endswith(".")


def test_a_test_event_says_at_once_how_it_went(admin: TestClient, http_peer: HttpPeer) -> None:
    made = add(admin, http_peer)
    http_peer.answers = [status(204), status(302, "Location: http://127.0.0.1/")]
    good = admin.post(f"{WEBHOOKS}/{made['id']}/test", json={}).json()
    assert (good["state"], good["status"], good["words"], good["is_test"]) == ("delivered", 204, None, True)
    bad = admin.post(f"{WEBHOOKS}/{made['id']}/test", json={}).json()
    assert (bad["state"], bad["status"]) == ("failed", 302)
    assert "Wir folgen nicht" in bad["words"]
    assert [one["type"] for one in told(http_peer.received)] == ["webhook.test", "webhook.test"]
    assert all(is_signed(one, made["secret"]) for one in http_peer.received)
    shown = admin.get(f"{WEBHOOKS}/{made['id']}").json()
    assert (shown["state"], shown["failed"]) == ("active", 0), "a test says nothing about the events"


def test_the_log_tells_each_attempt_and_sends_anew(
    admin: TestClient, db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    made = add(admin, http_peer)
    reserve_many(db, clock(), households(1))
    http_peer.answers = [status(500)]
    job = deliverer(db, clock)
    job.deliver_due()
    (row,) = admin.get(f"{WEBHOOKS}/{made['id']}/deliveries?state=waiting").json()["data"]
    assert (row["event_words"], row["words"]) == ("Platz reserviert", "Der Empfänger hat mit 500 geantwortet.")
    assert row["about"].startswith("VG-")
    assert admin.get(f"{WEBHOOKS}/{made['id']}").json()["state"] == "failing"
    again = admin.post(f"/api/staff/webhook-deliveries/{row['id']}/replay", json={})
    assert again.status_code == 200, again.text
    job.deliver_due()
    whole = admin.get(f"/api/staff/webhook-deliveries/{row['id']}").json()
    assert [(one["number"], one["status"]) for one in whole["tries"]] == [(2, 204), (1, 500)]
    assert whole["payload"].encode() == http_peer.received[1].body
    assert whole["state"] == "delivered"
    assert admin.post(f"{WEBHOOKS}/{made['id']}/replay", json={}).json() == {"count": 0}


def test_pausing_collects_and_resuming_delivers(
    admin: TestClient, db: Database, clock: HeldClock, http_peer: HttpPeer
) -> None:
    made = add(admin, http_peer)
    path = f"{WEBHOOKS}/{made['id']}"
    paused = admin.post(f"{path}/pause", json={}).json()
    assert (paused["state"], paused["paused"]["by_system"], paused["paused"]["by_name"]) == (
        "paused",
        False,
        "Kim Admin",
    )
    assert admin.post(f"{path}/pause", json={}).json() == paused, "a second time changes nothing"
    reserve_many(db, clock(), households(1))
    job = deliverer(db, clock)
    job.deliver_due()
    assert http_peer.received == []
    assert admin.get(path).json()["waiting"] == 1
    resumed = admin.post(f"{path}/resume", json={}).json()
    assert resumed["state"] == "active"
    assert admin.post(f"{path}/resume", json={}).json() == resumed
    job.deliver_due()
    assert len(http_peer.received) == 1


def test_a_change_names_the_version_it_was_made_in(admin: TestClient, http_peer: HttpPeer) -> None:
    made = add(admin, http_peer)
    path = f"{WEBHOOKS}/{made['id']}"
    changed = admin.put(path, json=body(http_peer, name="Buchhaltung", version=1))
    assert (changed.status_code, changed.json()["name"], changed.json()["version"]) == (200, "Buchhaltung", 2)
    late = admin.put(path, json=body(http_peer, version=1)).json()
    assert (late["code"], late["current"], late["changed"]["by_name"]) == ("stale", changed.json(), "Kim Admin")
    rotated = admin.post(f"{path}/secret", json={}).json()
    assert rotated["secret"] != made["secret"]
    assert [one["ends_at"] is None for one in rotated["secrets"]] == [True, False]
    assert admin.delete(path).status_code == 204
    assert admin.get(path).status_code == 404
    assert admin.get(WEBHOOKS).json()["data"] == []
    actions = [one["action"] for one in admin.get("/api/staff/audit?per_page=10").json()["data"]]
    expected = {"webhook.added", "webhook.edited", "webhook.secret_rotated", "webhook.removed"}
    assert expected <= set(actions)
