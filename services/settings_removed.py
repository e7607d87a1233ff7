"""Settings of earlier versions, and what holds instead: an installation that still sets one is told at its start."""

from types import MappingProxyType
from typing import Final

from services.limits import Limits, RateLimit
from services.settings_checks import PREFIX, given_names


def _among_limits(name: str) -> str:
    return f"der Wert ist jetzt {getattr(Limits(), name)}; einen anderen nennt VOLTIGO_RATE_LIMITS={name}=…"


_METRICS: Final = "schreiben Sie VOLTIGO_METRICS_ADDRESS=127.0.0.1:9464, mit Ihrer Adresse und Ihrem Port"
_STAMPS: Final = "`voltigo audit checkpoint` gibt einen Prüfpunkt des Protokolls aus oder mailt ihn"
REMOVED: Final = MappingProxyType(
    {
        **{
            f"RATE_LIMIT_{name.upper()}": _among_limits(name)
            for name, value in Limits()
            if isinstance(value, RateLimit)
        },
        "CONNECTIONS": _among_limits("connections"),
        "CONNECTIONS_PER_ADDRESS": _among_limits("connections_per_address"),
        "RESERVE_FILL_SECONDS": _among_limits("fill_seconds"),
        "RESERVATIONS_PER_PHONE": _among_limits("reservations_per_phone"),
        "CONFIRM_WITHIN_HOURS_IN_BURST": _among_limits("confirm_hours_in_burst"),
        "CONFIRM_BURST_PERCENT": _among_limits("confirm_burst_percent"),
        "DRAIN_SECONDS": "der Wert ist jetzt 2, hinter einem Proxy",
        "KEEP_ALIVE_SECONDS": "der Wert ist jetzt 75",
        "STORE_CACHE": "der Wert ist jetzt 2 GB",
        "BACKUP_EVERY_SECONDS": "der Wert ist jetzt 30",
        "BACKUP_KEEP_MONTHS": "länger als VOLTIGO_BACKUP_KEEP_DAYS (höchstens 400) bleibt keine Sicherung",
        "TIME_STAMP_URL": _STAMPS,
        "TIME_STAMP_ROOTS": _STAMPS,
        "AUDIT_FOLDER": _STAMPS,
        "METRICS_PORT": _METRICS,
        "METRICS_HOST": _METRICS,
        "SECURITY_CONTACT": "der Wert ist jetzt der von VOLTIGO_COMPANY_EMAIL",
        "WEBHOOKS_TO_LOOPBACK": "mit VOLTIGO_ENVIRONMENT=demo dürfen Webhooks an diesen Rechner gehen, sonst nie",
    }
)
"""By name without prefix."""


def removed_names() -> list[str]:
    """A German sentence for each setting that is given and was removed."""
    return [
        f"{name} gibt es nicht mehr: {REMOVED[name.removeprefix(PREFIX)]}."
        for name in given_names()
        if name.removeprefix(PREFIX) in REMOVED
    ]
