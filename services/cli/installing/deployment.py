"""`voltigo deployment`: the files of an installation that lie outside of the package."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import services.deployment
from services.deployment.proxy_file import caddyfile

_EXAMPLE = "voltigo.example"


class Printed(StrEnum):
    """Each file by its name."""

    SERVICE = "voltigo@.service"
    WORKER = "voltigo-worker.service"
    CADDY = "Caddyfile"
    NGINX = "nginx.conf"
    CONTAINER = "Containerfile"
    PRODUCTION = "production.md"
    SETTINGS = "settings.md"
    SCALING = "scaling.md"
    LOCK = "requirements.lock"
    ALERTS = "alerts.yml"


def deployment(
    file: Annotated[Printed, typer.Argument(help="welche Datei")],
    host: Annotated[str, typer.Option("--host", help="der Name der Website, ohne https://")] = _EXAMPLE,
    server: Annotated[
        list[str] | None,
        typer.Option(
            "--server", metavar="HOST:PORT", help="einmal für jeden von mehreren Servern; nur für die Caddyfile"
        ),
    ] = None,
) -> None:
    """Eine Unit für systemd ausgeben, die Konfiguration eines Proxys, das Containerfile, eine Seite des Handbuchs,
    die Sperrdatei der Pakete oder Regeln für Alarme in Prometheus.
    """
    if server and file is not Printed.CADDY:
        raise typer.BadParameter("--server gilt nur für die Caddyfile")
    typer.echo(_text(file, server or []).replace(_EXAMPLE, host), nl=False)


def _text(file: Printed, servers: Sequence[str]) -> str:
    if file is Printed.CADDY:
        return caddyfile(servers)
    folder = Path(services.deployment.__file__).parent
    places = (folder, folder.parent / "manual", folder.parent / "operation", folder.parents[1])
    path = next(path for place in places if (path := place / file.value).is_file())
    return path.read_text(encoding="utf-8")
