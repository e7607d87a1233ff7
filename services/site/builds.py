"""The built web apps, and which of them are missing."""

from pathlib import Path
from typing import Final

from services.core.http.static_files import PUBLIC_SITE, web_app

CONSOLE: Final = web_app("admin-web")


def missing_builds(site: Path = PUBLIC_SITE, console: Path = CONSOLE) -> list[str]:
    """The web apps that have not been built, as `/readyz` reports them."""
    apps = {"site_missing": site, "console_missing": console}
    return [cause for cause, folder in apps.items() if not (folder / "index.html").is_file()]
