"""The class of a device, by the names that browsers give themselves."""

import pytest
from fastapi.testclient import TestClient

from analytics import touch_fields
from services.core.db.db import Database
from services.visits.devices import DEVICES, device_of
from services.visits.models import ReservationTouch
from tests.factories import reservation_body
from tests.services.stored import stored

AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148": "phone",
    "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 Chrome/154.0.0.0 Mobile Safari/537.36": "phone",
    "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0": "phone",
    "Mozilla/5.0 (Linux; Android 16; SM-S931B; wv) Version/4.0 Chrome/154.0 Mobile Safari/537.36 [FBAN/FB4A]": "phone",
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) Mobile Edge/15.15254": "phone",
    "Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5": "phone",
    "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148": "tablet",
    "Mozilla/5.0 (Linux; Android 16; SM-X710) AppleWebKit/537.36 Chrome/154.0.0.0 Safari/537.36": "tablet",
    "Mozilla/5.0 (Android 16; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0": "tablet",
    "Mozilla/5.0 (Linux; Android 9; KFTRWI) AppleWebKit/537.36 Silk/142.1 like Chrome/142.0 Safari/537.36": "tablet",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0": "computer",
    "Mozilla/5.0 (Windows NT 6.1; Tablet PC 2.0) Trident/7.0; rv:11.0": "computer",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15": "computer",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/154.0.0.0 Safari/537.36": "computer",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/154.0.0.0 Safari/537.36": "computer",
    "Mozilla/5.0 (Linux; Tizen 6.5; SMART-TV) AppleWebKit/537.36 Chrome/85.0 Safari/537.36": "unknown",
    "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/87.0 Safari/537.36": "unknown",
    "curl/8.5.0": "unknown",
    "": "unknown",
}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_device_is_known_by_the_name_of_its_browser(agent: str) -> None:
    assert device_of(agent) == AGENTS[agent]


def test_services_and_analytics_know_the_same_classes() -> None:
    assert touch_fields.DEVICES == DEVICES
    assert set(AGENTS.values()) == set(DEVICES)


def test_a_reservation_keeps_the_device_it_was_sent_from(client: TestClient, db: Database) -> None:
    """Whatever its body says."""
    body = reservation_body(touches=[{"utm_source": "a", "device": "tablet", "at": "2026-11-03T09:00:00Z"}])
    agent = next(agent for agent, device in AGENTS.items() if device == "phone")
    assert client.post("/functions/v1/reserve-spot", json=body, headers={"User-Agent": agent}).status_code == 200
    assert [touch["device"] for touch in stored(db, ReservationTouch)] == ["phone"]
