"""A watch over a database whose clock is held."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.alerts.built_in import Reading
from services.alerts.check import Looked, check_alerts
from services.alerts.models import Alert, AlertRule
from services.campaigns.models import Campaign
from services.core.db.db import Database
from services.mail.models import Mail
from services.settings import Settings
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored


@dataclass
class Watch:
    """Looks at the figures when told to."""

    db: Database
    settings: Settings
    clock: HeldClock

    def look(self, *findings: Reading, after_a_pause: bool = False) -> Looked:
        """One look, five minutes after another unless the watch was away."""
        if not after_a_pause:
            for kind in ("job", "mail_queue"):
                self.rule(kind, checked_at=self.clock() - timedelta(minutes=5))
        return check_alerts(self.db, self.settings, self.clock, lambda _session, _now: findings)

    def rule(self, kind: str, **values: Any) -> None:
        """Change a rule behind the console's back."""
        change = update(AlertRule).where(AlertRule.kind == kind).values(**values)
        self.db.write(lambda session: session.execute(change) and None)

    def only(self, kind: str) -> None:
        """Turn every other rule off."""
        change = update(AlertRule).where(AlertRule.kind != kind).values(is_on=False)
        self.db.write(lambda session: session.execute(change) and None)

    def alerts(self) -> list[dict[str, Any]]:
        return stored(self.db, Alert)

    def open_subjects(self) -> list[str]:
        return [alert["subject"] for alert in self.alerts() if alert["closed_at"] is None]

    def mails(self) -> list[dict[str, Any]]:
        return [mail for mail in stored(self.db, Mail) if mail["kind"] == "alert_opened"]


@pytest.fixture
def watch(db: Database, tmp_path: Path, clock: HeldClock) -> Watch:
    settings = Settings(_env_file=None, data_dir=tmp_path, public_url="https://voltigo.example")
    return Watch(db, settings, clock)


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


AddCampaign = Callable[..., int]


@pytest.fixture
def add_campaign(db: Database) -> AddCampaign:
    """`add_campaign(budget_cents=500)`: a registered campaign's id."""

    def add(**values: Any) -> int:
        def unit(session: Any) -> int:
            defaults: dict[str, Any] = {
                "name": "Frühling", "utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "fruehling",
                "landing_path": "/", "note": "", "version": 1, "created_at": HeldClock().now, "created_by": "staff:1",
            }  # fmt: skip
            campaign = Campaign(**(defaults | values))
            session.add(campaign)
            session.flush()
            return campaign.id

        return db.write(unit)

    return add


def job_trouble(*names: str) -> Sequence[Reading]:
    """What a watch over periodic work would find."""
    return [Reading(f"job:{name}", 1, f"{name} ist ausgeblieben", "Erwartet um 3:40 Uhr.") for name in names]
