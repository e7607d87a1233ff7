"""`python -m tests.bench.metrics [CALLS]`: what measuring costs, as processor time a call with and without.

Two servers take the same calls in turn in the same run. Processor time is compared, not the clock: neighbours of the
machine then count for little. Medians of five rounds, on SQLite.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.bench.__main__ import CLIENTS, ROUNDS, reservations, server
from tests.bench.databases import database
from tests.bench.load import request_bytes, run_load

_TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(number: int) -> float:
    """What a process has used so far, its own and the system's for it."""
    fields = Path(f"/proc/{number}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def used(port: int, number: int, calls: list[bytes]) -> float:
    """Microseconds of the processor for one of these calls."""
    before = processor_seconds(number)
    result = run_load(port, iter(calls), CLIENTS)
    if not set(result.statuses) <= {200}:
        raise SystemExit(f"{dict(result.statuses)} instead of successes only")
    return (processor_seconds(number) - before) / len(calls) * 1e6


def main() -> None:
    """Measure and print."""
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 3_000
    kinds: dict[str, Callable[[], list[bytes]]] = {
        "/healthz": lambda: [request_bytes("/healthz")] * calls * 4,
        "reservation": lambda: list(reservations(calls)),
    }
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers = {}
        for name, more in (("without", {}), ("with", {"metrics_address": "0"})):
            place = Path(folder) / name
            place.mkdir()
            url = stack.enter_context(database("sqlite", place))
            servers[name] = stack.enter_context(server(url, place, **more))
        for kind, make in kinds.items():
            found: dict[str, list[float]] = {name: [] for name in servers}
            for round_ in range(ROUNDS + 1):
                for name, (port, number) in servers.items():
                    spent = used(port, number, make())
                    if round_:  # the first warms up
                        found[name].append(spent)
            without, with_ = median(found["without"]), median(found["with"])
            print(f"{kind:<12} without {without:7.1f} µs, with {with_:7.1f} µs, ratio {with_ / without:.3f}")


if __name__ == "__main__":
    main()
