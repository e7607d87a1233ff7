"""What gives a program away that fills in our form: too quick, or filling in what people do not see.

Neither is asked of callers that know nothing of it; the limits of `caller_limits.py` count them all the same. Whoever
is refused may send again: a person does, once.
"""

import math
from collections.abc import Mapping

from services.reservations.errors import TooFast
from services.settings import Settings

SECONDS_HEADER = "x-form-seconds"
"""How long the page had been open. In headers, so that a repeated call has the same body."""
TRAP_HEADER = "x-form-trap"
"""Set when the field was filled in that people do not see."""
TRAP_FIELD = "homepage"


def refuse_programs(body: object, headers: Mapping[str, str], settings: Settings) -> None:
    """TooFast for what a program sends who fills in every field or waits for nothing."""
    if settings.rate_limits == "off":
        return
    is_trapped = bool(headers.get(TRAP_HEADER)) or (isinstance(body, dict) and bool(body.get(TRAP_FIELD)))
    if is_trapped or _seconds(headers.get(SECONDS_HEADER)) < settings.reserve_fill_seconds:
        raise TooFast


def _seconds(sent: str | None) -> float:
    """As sent; what is missing or no number tells nothing and counts as long enough."""
    try:
        seconds = float(sent) if sent is not None else math.inf
    except ValueError:
        return math.inf
    return math.inf if math.isnan(seconds) else seconds
