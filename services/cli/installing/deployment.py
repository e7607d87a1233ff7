"""`voltigo deployment`: the files of an installation that lie outside of the package."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import services.deployment

_EXAMPLE = "voltigo.example"


class Printed(StrEnum):
    """Each file by its name."""

    SERVICE = "voltigo@.service"
    WORKER = "voltigo-worker.service"
    CADDY = "Caddyfile"
    NGINX = "nginx.conf"
    CONTAINER = "Containerfile"
    PAGE = "IN_PRODUCTION.md"
    LOCK = "requirements.lock"
    ALERTS = "alerts.yml"


def deployment(
    file: Annotated[Printed, typer.Argument(help="which one")],
    host: Annotated[str, typer.Option("--host", help="the name of the site, without https://")] = _EXAMPLE,
) -> None:
    """Print a unit of systemd, a proxy's configuration, the Containerfile, the page "In production", the lock, or rules
    for alerts in Prometheus.
    """
    folder = Path(services.deployment.__file__).parent
    places = (folder, folder.parent / "operation", folder.parents[1])
    path = next(path for place in places if (path := place / file.value).is_file())
    typer.echo(path.read_text(encoding="utf-8").replace(_EXAMPLE, host), nl=False)
