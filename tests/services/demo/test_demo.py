"""A small demonstration, built on both databases, holds what the product promises and a bit of everything."""

import re
import stat
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy import func, select
from starlette.testclient import TestClient

from services.app import create_app
from services.campaigns.models import Campaign, CampaignCost, ShortLinkHits
from services.checks.prove import prove
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import CaseState, DeclarationKind
from services.demo.build import STEPS, build, clear, demo_settings
from services.demo.clock import StoryClock
from services.demo.households import Households
from services.demo.log_ins import LogIn, keep, kept
from services.demo.scene import Scene
from services.demo.visits.sources import CAMPAIGNS
from services.mail.models import Mail
from services.messages.models import Conversation, ConversationState, Message, MessageKind, Origin
from services.parks.models import Park, Spot
from services.payments.models import CardCheck
from services.privacy.models import Consent as GivenConsent
from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation, ReservationChange, ReservationTag, StaffOperation
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.settings import Settings
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.visits.models import ReservationTouch, Visit, VisitSalt
from services.visits.steps import Consent, Step
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import OWN_PAGE
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

NOW = HeldClock().now
FEATURES = ROOT / "admin-web" / "src" / "features"
SENTENCES = (FEATURES / "audit" / "words").glob("*.ts")
VALUES = FEATURES / "reservations" / "values.ts"
CONSENTS = FEATURES / "reservations" / "show" / "facts" / "Consents.tsx"


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    made = demo_settings(Settings(_env_file=None, data_dir=tmp_path / "var", rate_limits="on"))
    return made.model_copy(update={"database_url": database_url, "scheduler": "off"})


@pytest.fixture
def log_ins(settings: Settings, db: Database) -> list[LogIn]:
    clear(settings.data_dir)
    told: list[None] = []
    made = build(db, settings, 40, NOW, lambda: told.append(None))
    keep(settings.data_dir, made)
    assert STEPS - 30 <= len(told) <= STEPS + 1, "a day without a visit is not stored"
    return made


@pytest.mark.sample(0)
@pytest.mark.both_databases(sample="postgresql")  # the year of the reports lies in SQLite
def test_a_small_demonstration_has_a_bit_of_everything_and_holds_together(
    log_ins: list[LogIn], settings: Settings, db: Database
) -> None:
    reservations = stored(db, Reservation)
    assert len(reservations) >= 40
    assert {r["state"] for r in reservations} == {state.value for state in ReservationState}
    checks = {one["state"] for one in stored(db, CardCheck)}
    assert checks == {"open", "released", "failed", "expired"}, "what is held goes back at once"
    assert {r["deposit_state"] for r in reservations} == {"reserved", "verified", "refunded", "failed", "waived"}
    assert any(r["price_mismatch"] for r in reservations)
    assert any(r["duplicate_suspected"] for r in reservations)
    assert any(note["pinned_at"] for note in stored(db, ReservationNote))
    assert all(r["created_at"] <= NOW and r["updated_at"] <= NOW for r in reservations)
    assert any(r["created_at"] > NOW - timedelta(days=7) for r in reservations)

    with db.read() as session:
        assert first_broken_entry(session) is None
        undone = session.scalar(select(func.count()).where(StaffOperation.undone_at.is_not(None)))
        actors = set(session.scalars(select(ReservationChange.actor).distinct()))
        assert session.scalar(select(func.count()).select_from(ReservationTag))
    assert undone
    assert {f"staff:{entry.id}" for entry in log_ins if entry.role != "marketing"} <= actors

    mails = stored(db, Mail)
    states = Counter(mail["state"] for mail in mails)
    assert states["failed"] >= 1
    bounced = sum(message["kind"] == MessageKind.BOUNCE for message in stored(db, Message))
    assert states["sent"] + bounced == len(list((settings.data_dir / "mail").glob("*.eml")))
    others = [mail["recipient"] for mail in mails if mail["recipient"] != settings.company_email]
    assert all(recipient.rpartition(".")[2] in ("org", "com", "example") for recipient in others)

    _assert_visits_hold_together(db, reservations)
    _assert_marketing_has_something_to_find_out(db)
    _assert_the_console_has_words_for_every_entry(db)
    _assert_spots_hold_together(db, reservations)
    assert [one.invariant.name for one in prove(db, NOW) if one.broken.count] == []
    _assert_households_used_their_own_pages(db, reservations)
    _assert_people_write_to_us(db)
    _assert_everybody_signs_in_with_a_password_alone(log_ins, settings)


def _assert_people_write_to_us(db: Database) -> None:
    conversations, messages = stored(db, Conversation), stored(db, Message)
    assert len(conversations) >= 8, "a small demonstration lacks households in some states"
    assert {row["state"] for row in conversations} == {state.value for state in ConversationState}
    assert {message["kind"] for message in messages} >= {MessageKind.NORMAL, MessageKind.BOUNCE}
    assert {message["origin"] for message in messages} == {origin.value for origin in Origin}
    assert all(message["received_at"] <= NOW for message in messages)
    assert not any("{" in message["body_text"] for message in messages), "every field has a value"
    addresses = {row["correspondent_email"] for row in conversations}
    assert all(address.endswith(".example") for address in addresses)


def _assert_visits_hold_together(db: Database, reservations: list[dict[str, Any]]) -> None:
    visits = stored(db, Visit)
    assert all(visit["at"] <= NOW and visit["day"] == berlin_day(visit["at"]) for visit in visits)
    assert [visit["at"] for visit in visits] == sorted(visit["at"] for visit in visits)
    assert {visit["step"] for visit in visits} == set(Step)
    assert {visit["consent"] for visit in visits} == set(Consent)
    assert any(visit["is_bot"] for visit in visits)
    arrived = sum(visit["step"] == Step.RESERVED for visit in visits)
    assert 40 <= arrived <= len(reservations), "everybody sees the thank-you page; who calls again came by phone"
    assert {salt["day"] for salt in stored(db, VisitSalt)} <= {berlin_day(NOW)}
    frozen = stored(db, ReservationTouch)
    assert len({touch["reservation_id"] for touch in frozen}) > 20
    assert max(touch["position"] for touch in frozen) > 1
    later = {touch["reservation_id"]: touch["at"] for touch in frozen}
    by_id = {reservation["id"]: reservation for reservation in reservations}
    assert all(at <= by_id[id_]["created_at"] for id_, at in later.items())


def _assert_marketing_has_something_to_find_out(db: Database) -> None:
    campaigns = {campaign["id"]: campaign for campaign in stored(db, Campaign)}
    assert {campaign["name"] for campaign in campaigns.values()} == {entry.name for entry in CAMPAIGNS}
    assert {cost["campaign_id"] for cost in stored(db, CampaignCost)} == set(campaigns)
    tagged = {visit["utm_campaign"].lower() for visit in stored(db, Visit)}
    assert "naechster-halt-sonne" not in tagged, "money without a visit"
    assert "nachbarschaft" in tagged - {campaign["utm_campaign"] for campaign in campaigns.values()}
    assert sum(hits["hits"] for hits in stored(db, ShortLinkHits)) > 0
    assert {code["kind"] for code in stored(db, ReferralCode)} == {"household", "partner"}
    assert "valid" in {use["verdict"] for use in stored(db, ReferralUse)}


def _assert_the_console_has_words_for_every_entry(db: Database) -> None:
    """The log's sentences stand in the console; an action without one would be shown as programs call it."""
    text = "".join(path.read_text(encoding="utf-8") for path in SENTENCES)
    words = set(re.findall(r"^  '([a-z_.]+)':", text, re.MULTILINE))
    told = {entry["action"].replace("operation.", "reservation.") for entry in stored(db, AuditEntry)}
    assert {action for action in told if ".undo_" not in action} - words == set()
    changes = stored(db, ReservationChange)
    changed = {name for change in changes for name in (*change["before"], *change["after"])}
    assert changed - _members_of(VALUES) == set()
    given = {consent[name] for consent in stored(db, GivenConsent) for name in ("purpose", "source")}
    assert given - _members_of(CONSENTS) == set()


def _members_of(source: Path) -> set[str]:
    return set(re.findall(r"^  (\w+):", source.read_text(encoding="utf-8"), re.MULTILINE))


def _assert_spots_hold_together(db: Database, reservations: list[dict[str, Any]]) -> None:
    holding = [r for r in reservations if r["state"] in {state.value for state in HOLDS_A_SPOT}]
    held = {(r["park_id"], r["spot_number"]) for r in holding}
    assert len(held) == len(holding), "no spot twice"
    spots = stored(db, Spot)
    assert {(s["park_id"], s["number"]) for s in spots if s["state"] == "reserved"} == held
    assert any(s["state"] == "blocked" and s["reason"] for s in spots)
    on_hold = {(s["park_id"], s["number"]) for s in spots if s["state"] == "held"}
    counted = [r for r in reservations if (r["park_id"], r["spot_number"]) in held | on_hold]
    for park in stored(db, Park):
        taken = sum(r["annual_kwh"] for r in holding if r["park_id"] == park["id"])
        assert taken <= park["kwh_taken"] <= sum(r["annual_kwh"] for r in counted if r["park_id"] == park["id"])


def _assert_households_used_their_own_pages(db: Database, reservations: list[dict[str, Any]]) -> None:
    confirmed = [r for r in reservations if r["email_confirmed_at"] is not None]
    assert len(confirmed) > 0.8 * len(reservations)
    cases = {case["state"] for case in stored(db, DeclarationCase)}
    assert cases == {state.value for state in CaseState}
    assert {row["kind"] for row in stored(db, Declaration)} == {kind.value for kind in DeclarationKind}


def _assert_everybody_signs_in_with_a_password_alone(log_ins: list[LogIn], settings: Settings) -> None:
    assert [entry.role for entry in log_ins] == ["admin", "staff", "staff", "marketing"]
    assert kept(settings.data_dir) == log_ins
    (path,) = settings.data_dir.glob("*.json")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with TestClient(create_app(settings, clock=HeldClock(NOW)), headers=OWN_PAGE) as browser:
        for entry in (log_ins[0], log_ins[3]):
            answer = browser.post("/api/staff/session", json={"email": entry.email, "password": entry.password})
            assert (answer.status_code, answer.json()["stage"]) == (200, "full")
            assert answer.json()["account"]["role"] == entry.role


def test_a_half_made_demonstration_does_not_count(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    clear(folder)
    (folder / "voltigo.sqlite3").touch()
    assert kept(folder) is None
    clear(folder)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org"])
def test_it_listens_on_loopback_only(host: str) -> None:
    with pytest.raises(ValidationError, match="nur auf diesem Rechner"):
        demo_settings(Settings(_env_file=None, host=host))


def test_it_never_mails_and_never_touches_the_real_database() -> None:
    real = Settings(_env_file=None, smtp_url="smtp://mail.example.org", database_url="postgresql+psycopg://h/voltigo")
    made = demo_settings(real)
    assert (made.environment, made.smtp_url) == ("demo", "")
    assert made.database.startswith("sqlite:///")
    assert made.database.endswith("/var/demo/voltigo.sqlite3")


def test_the_same_randomness_makes_the_same_households() -> None:
    from random import Random

    first, second = Households(Random(1)), Households(Random(1))
    bodies = [first.next() for _ in range(400)]
    assert bodies == [second.next() for _ in range(400)]
    assert len({body["email"] for body in bodies}) == 400
    assert len({body["mobile_phone"] for body in bodies}) == 400


def test_late_in_the_evening_the_day_is_that_of_berlin(db: Database, tmp_path: Path) -> None:
    settings = demo_settings(Settings(_env_file=None, data_dir=tmp_path / "var"))
    late = StoryClock(datetime(2026, 11, 25, 23, 30, tzinfo=UTC))
    assert Scene(db, settings, late, Random(1)).today() == date(2026, 11, 26)
