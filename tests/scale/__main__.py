"""Proves what is said of several machines: `make scale`.

Starts a Spark cluster of three processes, runs every proof of this folder whole against it and against real servers,
clusters of PostgreSQL and a proxy, and then times both engines side by side.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.scale.engine.cluster import running_cluster

_NO_JAVA = """Spark needs Java 17 or newer, which is not here. Its package is openjdk-17-jre-headless (Debian, Ubuntu),
java-21-openjdk-headless (Fedora) or openjdk (Homebrew)."""


def main() -> int:
    """The exit code: 0 if every proof held."""
    if shutil.which("java") is None:
        print(_NO_JAVA, file=sys.stderr)
        return 1
    visits = os.environ.get("VISITS", "10_000_000").replace("_", "")
    with running_cluster() as cluster:
        environment = {**os.environ, "VOLTIGO_TEST_PROVE": "on", "VOLTIGO_TEST_ENGINE": cluster.url}
        here = str(Path(__file__).parent.relative_to(Path.cwd()))
        proofs = subprocess.run((sys.executable, "-m", "pytest", here), env=environment, check=False)
        times = subprocess.run(
            (sys.executable, "-m", "tests.scale.engine.measure", cluster.url, str(cluster.process.pid), visits),
            check=False,
        )
    return proofs.returncode or times.returncode


if __name__ == "__main__":
    sys.exit(main())
