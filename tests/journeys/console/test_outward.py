"""Webhooks and tokens in the console: made, tried, told, replayed, ended."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from services.core.clock import utc_now
from services.core.db.db import Database
from tests.fixtures.browser import Watch
from tests.fixtures.http_peer import HttpPeer, listening_http, status
from tests.journeys.axe import defects, violations_as_it_stands
from tests.journeys.console.conftest import SignIn
from tests.services.integrations.receiving import is_signed, told
from tests.services.reservations.standing import households, reserve_many


@pytest.fixture
def server_settings() -> dict[str, object]:
    """A receiver on this machine may be tried out, and what is due is sent."""
    return {"environment": "demo", "scheduler": "embedded"}


@pytest.fixture
def receiver() -> Iterator[HttpPeer]:
    peer = HttpPeer()
    with listening_http(peer):
        yield peer


def test_a_webhook_is_made_tried_told_and_replayed_and_a_token_shown_once_and_revoked(
    page: Page, sign_in: SignIn, records_db: Database, receiver: HttpPeer, watch: Watch
) -> None:
    watch.expect("status of 422")
    sign_in(page, "admin")
    page.goto("/admin/webhooks")
    expect(page.get_by_text("Noch bekommt niemand Bescheid.")).to_be_visible()
    page.get_by_role("button", name="Ersten Webhook anlegen").click()
    page.get_by_label("Name").fill("Buchhaltung")
    page.get_by_label("Adresse").fill("https://10.0.0.5/hook")
    page.get_by_role("group", name="Berichte").get_by_label("Alle").uncheck()
    page.get_by_role("button", name="Anlegen", exact=True).click()
    expect(page.get_by_text("Die Adresse führt in ein internes Netz.")).to_be_visible()
    page.get_by_label("Adresse").fill(f"{receiver.url}?kunde=7")
    page.get_by_role("button", name="Anlegen", exact=True).click()
    secret = page.get_by_label("Geheimnis", exact=True).inner_text()
    assert secret.startswith("whsec_")
    assert violations_as_it_stands(page) == []
    page.get_by_role("button", name="Verwahrt, schließen").click()
    expect(page.get_by_text(secret)).to_have_count(0)
    page.get_by_role("link", name="Buchhaltung").click()

    receiver.answers = [status(307, "Location: https://elsewhere.example.org/")]
    page.get_by_role("button", name="Testereignis senden").click()
    dialog = page.get_by_role("dialog", name="Testereignis")
    expect(dialog.get_by_text("Wir folgen nicht")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Testereignis senden").click()
    expect(dialog.get_by_text("Angenommen mit 204.")).to_be_visible()
    page.keyboard.press("Escape")
    assert receiver.wait_for(2)
    assert all(is_signed(one, secret) for one in receiver.received)

    # Refused until somebody has read it: what was refused once is sent again by itself in five seconds.
    accepted, receiver.default = receiver.default, status(500)
    reserve_many(records_db, utc_now(), households(1))
    row = page.get_by_role("row", name=re.compile("Platz reserviert"))
    expect(row).to_contain_text("Der Empfänger hat mit 500 geantwortet.")
    row.get_by_role("button", name=re.compile("Ansehen")).click()
    dialog = page.get_by_role("dialog", name="Platz reserviert")
    receiver.default = accepted
    dialog.get_by_role("button", name="Erneut senden").click()
    assert receiver.wait_for(4)
    expect(dialog.get_by_text("Angenommen mit 204.")).to_be_visible()
    assert [one["type"] for one in told(receiver.received[2:4])] == ["reservation.created"] * 2
    assert len({one.headers["webhook-id"] for one in receiver.received[2:]}) == 1
    dialog.get_by_role("button", name="Schließen").click()
    expect(row).to_contain_text("Zugestellt")
    assert defects(page) == []

    page.get_by_role("button", name="Anhalten").click()
    expect(page.get_by_text("Was geschieht, sammeln wir 30 Tage.")).to_be_visible()
    page.get_by_role("button", name="Geheimnis erneuern").click()
    page.get_by_role("button", name="Erneuern", exact=True).click()
    assert page.get_by_label("Geheimnis", exact=True).inner_text() != secret
    page.get_by_role("button", name="Verwahrt, schließen").click()
    expect(page.get_by_text("Das frühere unterschreibt mit bis")).to_be_visible()
    page.get_by_role("button", name="Entfernen").click()
    page.get_by_role("dialog").get_by_role("button", name="Entfernen").click()
    expect(page.get_by_text("Noch bekommt niemand Bescheid.")).to_be_visible()

    page.goto("/admin/tokens")
    expect(page.get_by_text("Noch liest kein anderes Programm mit.")).to_be_visible()
    page.get_by_role("button", name="Schlüssel anlegen").click()
    page.get_by_label("Name").fill("Auswertung der Genossenschaft")
    page.get_by_label("Gilt bis").fill("2020-01-01")
    page.get_by_role("button", name="Anlegen", exact=True).click()
    expect(page.get_by_text("Dieser Tag ist schon vorbei.")).to_be_visible()
    page.get_by_label("Gilt bis").fill("")
    page.get_by_role("button", name="Anlegen", exact=True).click()
    token = page.get_by_label("Zugangsschlüssel", exact=True).inner_text()
    assert token.startswith("vgr_")
    page.get_by_role("button", name="Verwahrt, schließen").click()
    path = "/api/reports/1/runs/latest.parquet"
    answer = page.request.get(path, headers={"Authorization": f"Bearer {token}"})
    assert (answer.status, answer.json()["code"]) == (404, "no_result")
    page.reload()
    row = page.get_by_role("row", name=re.compile("Auswertung"))
    expect(row).to_contain_text("heute")
    expect(row).not_to_contain_text(token)
    assert defects(page) == []
    row.get_by_role("button", name=re.compile("Widerrufen")).click()
    page.get_by_role("dialog").get_by_role("button", name="Widerrufen").click()
    expect(row).to_contain_text("Kim Admin")
    assert page.request.get(path, headers={"Authorization": f"Bearer {token}"}).status == 401
