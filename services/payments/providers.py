"""Which provider checks cards in this installation."""

from services.core.clock import Clock
from services.core.db.db import Database
from services.payments.port import Provider
from services.payments.simulated import SimulatedChecks
from services.payments.with_stripe import StripeChecks
from services.settings import Settings


def provider_of(settings: Settings, db: Database, clock: Clock) -> Provider | None:
    """The one that the settings name; None where checks are not offered."""
    if settings.card_check == "stripe":
        return StripeChecks.of(settings)
    return SimulatedChecks(db, settings.public_url, clock) if settings.card_check == "simulated" else None
