"""Problem responses of staff actions on jobs."""

from typing import Final

from services.core.http.errors import refusal

UnknownJob: Final = refusal(404, "not_found", "Diesen Ablauf gibt es nicht.")
RunsAllTheTime: Final = refusal(
    409, "runs_all_the_time", "Dieser Ablauf läuft fortlaufend und lässt sich nicht einzeln starten."
)
"""409: continuous work has no single runs to request."""
