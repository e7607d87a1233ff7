"""`make bench-pages`: what Lighthouse says about each page, beside the same page without any script.

`python -m tests.bench.pages [path …]` measures some pages only. Lighthouse imitates a phone on a slow connection;
its absolute times depend on the machine, so the largest paint is judged as a ratio to plain HTML, both in turn in
the same run. Plain HTML is the page's own file without its scripts: same text, same styles, same typefaces. Medians
of three rounds.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from services.core.http.static_files import PUBLIC_SITE
from tests.fixtures.browser_setup import find_browser
from tests.fixtures.servers import ROOT

ROUNDS = 3
ATTEMPTS = 3
"""Now and then the browser does not come up; that says nothing about the page."""
_LIGHTHOUSE = ROOT / "tests" / "tools" / "node_modules" / "lighthouse" / "cli" / "index.js"
_FLAGS = "--headless=new --no-sandbox --disable-gpu"
_SCORES = ("performance", "accessibility", "best-practices", "seo")
_SERVE = """
import sys, uvicorn
from pathlib import Path
from services.app import create_app
from services.settings import Settings
site, data, port = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
settings = Settings(_env_file=None, data_dir=data, scheduler="off", rate_limits="off")
uvicorn.run(create_app(settings, site=site), port=port, log_level="warning")
"""


@dataclass(frozen=True)
class Reading:
    """One run of Lighthouse: scores from 0 to 100, times in milliseconds."""

    scores: dict[str, int]
    largest_paint: float
    blocking: float
    shift: float


@dataclass(frozen=True)
class Verdict:
    """Medians of a page beside its limits."""

    path: str
    indexed: bool
    shows: bool
    """Without React: nearly nothing may block."""
    ours: list[Reading]
    plain: list[Reading]

    def middle(self, figure: Callable[[Reading], float]) -> float:
        return median(figure(reading) for reading in self.ours)

    @property
    def ratio(self) -> float:
        return _largest_paint(self.ours) / _largest_paint(self.plain)

    @property
    def is_good(self) -> bool:
        """Whether the page keeps every goal; pages that are not to be listed have no score for search engines."""
        scores = {name: self.middle(lambda reading, name=name: reading.scores[name]) for name in _SCORES}  # type: ignore[misc]
        full = [name for name in _SCORES if name != "performance" and (name != "seo" or self.indexed)]
        return (
            scores["performance"] >= 99
            and all(scores[name] == 100 for name in full)
            and self.ratio <= 1.15
            and self.middle(lambda reading: reading.blocking) <= (50 if self.shows else 150)
            and self.middle(lambda reading: reading.shift) <= 0.01
        )


def _largest_paint(readings: list[Reading]) -> float:
    return median(reading.largest_paint for reading in readings)


def measure(address: str) -> Reading:
    """Run Lighthouse once on an address."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        command = ["node", str(_LIGHTHOUSE), address, "--quiet", "--output=json", f"--output-path={result}"]
        only = f"--only-categories={','.join(_SCORES)}"
        environment = {**os.environ, "CHROME_PATH": str(find_browser())}
        for _ in range(ATTEMPTS):
            done = subprocess.run(
                [*command, only, f"--chrome-flags={_FLAGS}"], env=environment, check=False, capture_output=True
            )
            if done.returncode == 0:
                return _reading(json.loads(result.read_text(encoding="utf-8")))
        raise SystemExit(f"Lighthouse failed on {address}: {done.stderr.decode()[-500:]}")


def _reading(result: dict[str, Any]) -> Reading:
    audits = result["audits"]
    return Reading(
        {name: round(100 * (result["categories"][name]["score"] or 0)) for name in _SCORES},
        audits["largest-contentful-paint"]["numericValue"],
        audits["total-blocking-time"]["numericValue"],
        audits["cumulative-layout-shift"]["numericValue"],
    )


def plain_copy(site: Path, file: str) -> str:
    """Write a page once more without its scripts; answers the address."""
    page = (site / file).read_text(encoding="utf-8")
    name = file.replace("/", "-")
    (site / "plain").mkdir(exist_ok=True)
    (site / "plain" / name).write_text(re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL), encoding="utf-8")
    return f"/plain/{name}".removesuffix(".html").removesuffix("/index")


@contextmanager
def server(site: Path, folder: Path, port: int) -> Iterator[str]:
    """The product serving a changed copy of its site."""
    command = [sys.executable, "-c", _SERVE, str(site), str(folder), str(port)]
    settings = {"VOLTIGO_DATA_DIR": str(folder)}
    migrate = [sys.executable, "-c", "from services.cli import app; app()", "migrate"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    subprocess.run(migrate, env=environment, check=True, capture_output=True)
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def judge(progress: Progress, base: str, site: Path, path: str, file: str) -> Verdict:
    """Measure a page and the plain one in turn."""
    plain = plain_copy(site, file)
    task = progress.add_task(path, total=2 * ROUNDS)
    readings: dict[str, list[Reading]] = {path: [], plain: []}
    for _ in range(ROUNDS):
        for address, found in readings.items():
            found.append(measure(base + address))
            progress.advance(task)
    html = (site / file).read_text(encoding="utf-8")
    return Verdict(path, "noindex" not in html, "/assets/shown-" in html, readings[path], readings[plain])


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore")
    pages = json.loads((PUBLIC_SITE.parent / "pages.json").read_text(encoding="utf-8"))
    pages = [page for page in pages if page["state"] == "open"]
    wanted = [page for page in pages if not sys.argv[1:] or page["path"] in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as name, Progress() as progress:
        site = Path(name) / "client"
        shutil.copytree(PUBLIC_SITE, site)
        for page in wanted:
            plain_copy(site, page["file"])  # the server reads its files when it starts
        with server(site, Path(name) / "var", _free_port()) as base:
            verdicts = [judge(progress, base, site, page["path"], page["file"]) for page in wanted]
    Console(width=120).print(_table(verdicts))


def _table(verdicts: list[Verdict]) -> Table:
    scores_head = ("perf", "access", "best", "seo")
    table = Table("page", *scores_head, "LCP ms", "to plain", "TBT ms", "CLS", "goals")
    for verdict in verdicts:
        scores = [str(verdict.middle(lambda r, n=name: r.scores[n])) for name in _SCORES]  # type: ignore[misc]
        table.add_row(
            verdict.path,
            *scores,
            f"{_largest_paint(verdict.ours):.0f}",
            f"{verdict.ratio:.2f}",
            f"{verdict.middle(lambda r: r.blocking):.0f}",
            f"{verdict.middle(lambda r: r.shift):.3f}",
            "✓" if verdict.is_good else "–",
        )
    return table


if __name__ == "__main__":
    main()
