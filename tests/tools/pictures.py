"""The pictures of the README, taken of the demonstration: `make pictures` writes them into `services/manual/`.

By hand and not compared in a check: what they show is made up for the day on which it runs.
"""

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.fixtures.browser import HABITS
from tests.fixtures.browser_setup import find_browser
from tests.fixtures.servers import ROOT

FOLDER: Final = ROOT / "services" / "manual"
_WINDOW: Final = {"width": 1440, "height": 810}
_KEPT: Final = (1120, 630)
_PORT: Final = "8472"
_PATIENCE: Final = 60_000


@contextmanager
def demonstration(folder: str) -> Iterator[list[str]]:
    """A demonstration of its own: role, address and password of a clerk, once it is served."""
    command = (Path(sys.executable).with_name("voltigo"), "demo")
    environment = {**os.environ, "VOLTIGO_DATA_DIR": folder, "VOLTIGO_PORT": _PORT, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield next(line.split() for line in process.stdout or () if line.split()[:1] == ["staff"])
        finally:
            process.terminate()


def keep(page: Page, name: str) -> None:
    """What the window shows, as WebP."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(_KEPT, Image.Resampling.LANCZOS)
    image.save(FOLDER / name, quality=80, method=6)


def take(browser: Browser, address: str, email: str, password: str) -> None:
    """The start page, and what a clerk sees first in the console."""
    page = browser.new_context(**HABITS | {"viewport": _WINDOW}).new_page()
    page.set_default_timeout(_PATIENCE)
    page.goto(f"{address}/", wait_until="networkidle")
    keep(page, "site.webp")
    page.goto(f"{address}/admin/")
    page.get_by_label("E-Mail-Adresse").fill(email)
    page.get_by_label("Passwort", exact=True).fill(password)
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("heading", name="Heute").wait_for()
    page.get_by_text("Danach:").wait_for()
    keep(page, "console.webp")


def main() -> None:
    """Make the demonstration, and both pictures of it."""
    executable = find_browser()
    arguments = () if os.geteuid() else ("--no-sandbox",)
    with tempfile.TemporaryDirectory() as folder, demonstration(folder) as log_in, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=arguments)
        take(browser, f"http://127.0.0.1:{_PORT}", *log_in[1:3])
        browser.close()


if __name__ == "__main__":
    main()
