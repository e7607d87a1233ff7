"""Bot checks of our own form: filled in too quickly, or a hidden field (honeypot) filled in.

Callers that send neither value are not checked; the limits of `caller_limits.py` count them all the same. A
refused call may be sent again, as a person would do.
"""

import math
from collections.abc import Mapping

from services.reservations.errors import TooFast
from services.settings import Settings

SECONDS_HEADER = "x-form-seconds"
"""How long the page had been open. In headers, so that a repeated call has the same body."""
TRAP_HEADER = "x-form-trap"
"""Set when the hidden field was filled in."""
TRAP_FIELD = "homepage"


def refuse_programs(body: object, headers: Mapping[str, str], settings: Settings) -> None:
    """Raise TooFast for a call that filled in the hidden field or came too quickly."""
    if not settings.rate_limits.are_on:
        return
    is_trapped = bool(headers.get(TRAP_HEADER)) or (isinstance(body, dict) and bool(body.get(TRAP_FIELD)))
    if is_trapped or _seconds(headers.get(SECONDS_HEADER)) < settings.rate_limits.fill_seconds:
        raise TooFast


def _seconds(sent: str | None) -> float:
    """As sent; a missing or invalid value proves nothing and counts as long enough."""
    try:
        seconds = float(sent) if sent is not None else math.inf
    except ValueError:
        return math.inf
    return math.inf if math.isnan(seconds) else seconds
