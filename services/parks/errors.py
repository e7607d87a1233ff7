"""Refusals of the staff API for parks."""

from services.core.http.errors import Problem


class UnknownPark(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Solarpark gibt es nicht."


class UnknownSpot(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Platz gibt es in diesem Park nicht."


class ParkIsCancelled(Problem):
    """409: the park is cancelled, and its spots can no longer be reserved or blocked."""

    status = 409
    code = "park_cancelled"
    detail = "Dieser Park ist abgesagt. Daran lässt sich nichts mehr ändern."


class BelowTaken(Problem):
    """409: a limit below what is taken. Members: `field`, `taken` (highest number or kWh), `limit` as asked."""

    status = 409
    code = "below_taken"
    detail = (
        "Es ist schon mehr vergeben, als diese Grenze zulässt. Erlauben Sie die Überbuchung und nennen Sie einen "
        "Grund, oder wählen Sie eine höhere Grenze."
    )
