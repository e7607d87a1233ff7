"""Proves what is said of several machines: `make scale`.

Starts a Spark cluster of three processes, runs every proof of this folder whole against it and against real servers,
clusters of PostgreSQL and a proxy, then times both engines side by side.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from tests.scale.engine.cluster import running_cluster, spark_home

_JAVA = """Spark needs Java 17 or newer, which is not here. Its package is openjdk-17-jre-headless (Debian, Ubuntu),
java-21-openjdk-headless (Fedora) or openjdk (Homebrew)."""
_SPARK = "Spark is not installed: `make .venv/spark/.installed`."
_PROGRAM = "{} is not installed: `make .venv/development`."


def main() -> int:
    """The exit code: 0 if every proof held."""
    if lacking := _missing():
        print(lacking, file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was started is stopped in any case
    visits = os.environ.get("VISITS", "10_000_000").replace("_", "")
    try:
        with running_cluster() as cluster:
            proofs = _part(
                "Several servers, replica, object store, engine, and the steps from one to the next",
                ("-m", "pytest", "-o", "faulthandler_timeout=7200", str(Path(__file__).parent.relative_to(Path.cwd()))),
                VOLTIGO_TEST_PROVE="on",
                VOLTIGO_TEST_ENGINE=cluster.url,
            )
            times = _part(
                "Both engines side by side",
                ("-m", "tests.scale.engine.measure", cluster.url, str(cluster.process.pid), visits),
            )
    except KeyboardInterrupt:
        print("\nInterrupted; everything that was started is stopped.", file=sys.stderr)
        return 130
    return proofs or times


def _missing() -> str:
    """What has to be installed first; empty if nothing."""
    if shutil.which("java") is None:
        return _JAVA
    if spark_home() is None:
        return _SPARK
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return next((_PROGRAM.format(name) for name in ("caddy", "weed", "sail") if not shutil.which(name, path=path)), "")


def _part(headline: str, command: tuple[str, ...], **variables: str) -> int:
    print(f"\n=== {headline}", flush=True)
    return subprocess.run((sys.executable, *command), env={**os.environ, **variables}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
