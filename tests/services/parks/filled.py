"""A park that is filled so far, as figures."""

from services.parks.fullness import Fullness


def filled(
    spot_limit: int, given: int, free: int, *, held: int = 0, kwh_limit: int | None = None, kwh_taken: int = 0
) -> Fullness:
    """`given` spots are reserved, but `held` of them held; what is beyond the limit is overbooked,
    what is neither given nor free is blocked.
    """
    within = min(given, spot_limit - free)
    return Fullness(
        spot_limit=spot_limit,
        reserved=within - held,
        held=held,
        blocked=spot_limit - free - within,
        free=free,
        overbooked=given - within,
        kwh_limit=kwh_limit,
        kwh_taken=kwh_taken,
    )
