"""Touches: the campaign fields and referrer of a visit on arrival, frozen with the reservation that follows.

`UTM_FIELDS` is the services' list of campaign fields; columns and payloads derive from it. `analytics` and both web
apps have their own, and all are compared with `tests/golden/touch_fields.json`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from services.core.fields import visible

UTM_FIELDS: Final = ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content")
TOUCH_FIELDS: Final = (*UTM_FIELDS, "referral_code", "referrer_host", "landing_path")
CLICKED_AD: Final = "clicked_ad"
"""Whose click id the address had; the id itself is stored nowhere."""
CLICKED_ADS: Final = ("google", "microsoft", "meta", "tiktok", "linkedin", "pinterest")
NO_CLICKED_AD: Final = "none"
DEVICE: Final = "device"
"""The class of the device (`devices.py`): the server's word, never the browser's."""
FLAT_FIELDS: Final = ("utm_source", "utm_campaign", "referral_code")
"""What a client without a list of touches sends."""

MOST_TOUCHES = 20
LONGEST_VALUE = 200
_OLDEST = timedelta(days=90)


class Touch(NamedTuple):
    """`fields` are `TOUCH_FIELDS`, text, empty when absent, `CLICKED_AD` and `DEVICE`; `at` is aware."""

    fields: Mapping[str, str]
    at: datetime


def clean_value(value: object) -> str:
    """Clean a campaign value for storing. It is cut rather than refused: no link may cost a household its place."""
    if not isinstance(value, str):
        return ""
    if value.isascii() and value.isprintable():  # nearly all are, and need neither composing nor cleaning
        return value.strip()[:LONGEST_VALUE]
    value = _unmangled(value)
    return visible(value).strip()[:LONGEST_VALUE]


def _unmangled(value: str) -> str:
    """Undo UTF-8 that the maker of a link took for Windows-1252, as in `frÃ¼hling`: nobody writes such pairs."""
    try:
        return value.encode("cp1252").decode()
    except UnicodeError:
        return value


def read_clicked_ad(value: object) -> str:
    """Whose click id the address had. What nobody knows is none: no link may cost a household its place."""
    return value if isinstance(value, str) and value in CLICKED_ADS else NO_CLICKED_AD


def read_touches(
    listed: Sequence[Mapping[str, Any]], flat: Mapping[str, Any], device: str, now: datetime
) -> list[Touch]:
    """The touches of one reservation in order of arrival, at most the latest `MOST_TOUCHES`.

    `listed` is what the browser kept. Without it the flat fields of the specification make one touch, and with
    neither the visit was direct and has none.
    """
    if not listed:
        values = {name: clean_value(flat.get(name)) for name in FLAT_FIELDS}
        return [_touch(values, device, now)] if any(values.values()) else []
    # The order is the browser's. Its times may be wrong, and a wrong one must not make an old touch the newest.
    return [_touch(entry, device, _moment(entry.get("at"), now)) for entry in listed[-MOST_TOUCHES:]]


def _touch(values: Mapping[str, Any], device: str, at: datetime) -> Touch:
    fields = {name: clean_value(values.get(name)) for name in TOUCH_FIELDS}
    return Touch({**fields, CLICKED_AD: read_clicked_ad(values.get(CLICKED_AD)), DEVICE: device}, at)


def _moment(value: object, now: datetime) -> datetime:
    """The browser's time of a touch, limited to the oldest possible; `now` if it is unreadable or in
    the future.
    """
    if not isinstance(value, str):
        return now
    try:
        moment = datetime.fromisoformat(value[:40])
    except ValueError:
        return now
    if moment.tzinfo is None or moment > now:
        return now
    return max(moment, now - _OLDEST)
