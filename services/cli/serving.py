"""`voltigo serve`, `worker`, `migrate` and `openapi`."""

import gc
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer
from starlette.types import ASGIApp

from services.cli.context import database_or_exit, keep_files_private, reported_faults, settings_or_exit
from services.core.german import os_reason
from services.settings import Settings

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from services.cli.server import DrainingServer
    from services.core.db.db import Database


def migrate(
    to: Annotated[str, typer.Option("--to", help="diese Revision statt der neuesten, auch eine ältere")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="nicht fragen, bevor Daten verloren gehen")] = False,
) -> None:
    """Die Datenbank auf den Stand dieser Version bringen, oder auf eine Revision: vor dem Start von älterem Code."""
    from services.schema.migrate import downgrade, is_going_back
    from services.schema.migrate import migrate as run

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        if not to or not is_going_back(db, to):
            run(db, to or "head")
            return
        question = (
            f"Der Weg zurück auf {to} löscht, was neuere Tabellen und Spalten enthalten. Gibt es eine Sicherung, und "
            "soll es geschehen?"
        )
        if not yes and not typer.confirm(question):
            raise typer.Exit(1)
        downgrade(db, to)
        typer.echo(
            f"Die Datenbank steht auf {to}. Starten Sie nun den Code dieser Revision: Dieser stellt sie wieder um."
        )


def openapi(
    path: Annotated[Path | None, typer.Argument(help="die Datei, die geschrieben wird; sonst die Ausgabe")] = None,
    staff: Annotated[bool, typer.Option("--staff", help="das der Konsole statt des öffentlichen")] = False,
) -> None:
    """Die Beschreibung der Schnittstelle (OpenAPI) ausgeben, der öffentlichen oder der Konsole."""
    from services.api_document import public_document, staff_document

    document = staff_document() if staff else public_document()
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if path:
        path.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


def serve(
    print_setup_link: Annotated[
        bool, typer.Option("--print-setup-link", help="auch in eine Pipe oder ein Log; nicht im echten Betrieb")
    ] = False,
) -> None:
    """Die Datenbank auf den Stand bringen, dann antworten und die Abläufe ausführen, bis Strg-C oder SIGTERM."""
    from services.core.clock import utc_now
    from services.core.data_folder import refuse_unfinished_restore
    from services.core.stored_settings import adopt
    from services.privacy.company import keep_company
    from services.schema.migrate import migrate

    settings = settings_or_exit()
    listener = listen(settings.host, settings.port)
    try_metrics_port(settings)
    _tell_missing_builds(settings)
    with database_or_exit(settings) as db:
        refuse_unfinished_restore(settings.data_dir)
        migrate(db)
        bind(settings, db)
        adopt(settings, db)
        db.write(lambda session: keep_company(session, settings, utc_now()))
        setup_link = _first_setup_link(settings, db)
    is_asked = print_setup_link and settings.environment != "production"
    answer(settings, listener, _told(settings, setup_link, is_shown=is_asked or sys.stdout.isatty()))


def worker() -> None:
    """Die Datenbank auf den Stand bringen, dann nur die Abläufe ausführen, bis Strg-C oder SIGTERM."""
    from services.cli.job_commands import work_until_stopped
    from services.core.clock import utc_now
    from services.core.data_folder import refuse_unfinished_restore
    from services.core.http.connections import raise_file_limit
    from services.core.stored_settings import adopt
    from services.operation.metrics import metrics_served
    from services.operation.traces import provider_for, traced
    from services.schema.migrate import migrate

    settings = settings_or_exit()
    try_metrics_port(settings)
    raise_file_limit()
    with (
        database_or_exit(settings) as db,
        traced(provider_for(settings), db),
        metrics_served(settings, db, utc_now),
    ):
        refuse_unfinished_restore(settings.data_dir)
        migrate(db)
        bind(settings, db)
        adopt(settings, db)
        work_until_stopped(settings, db, lambda: typer.echo("Voltigo führt die Abläufe aus.  (Strg-C beendet es)"))
    typer.echo("Voltigo ist beendet.")
    _leave_if_stuck()


def bind(settings: Settings, db: "Database") -> None:
    """A database, its secret and the place of its files belong together from the first start on. Raises OtherSecret,
    OtherFolder.
    """
    from services.core import data_folder, identity
    from services.core.storage.installed import files_of

    files = files_of(settings)
    # SQLite and its data folder are on one machine anyway: being bound there means that the files were moved.
    is_beside = db.is_sqlite and not settings.store_url
    with db.read() as session:
        if is_beside:
            data_folder.assert_same(session, files)
            identity.assert_same(session, settings)
            if identity.is_bound(session):
                return  # without a write: the database may be one that can only be read

    def unit(session: "Session") -> None:
        if not is_beside:
            data_folder.claim(session, files)
        identity.claim(session, settings)

    db.write(unit)


def _tell_missing_builds(settings: Settings) -> None:
    """Report missing web apps. Production refuses to start without them; elsewhere the API may run alone."""
    from services.core.http.static_files import missing_builds

    names = {"site_missing": "Website (public-web/dist)", "console_missing": "Konsole (admin-web/dist)"}
    for cause in missing_builds():
        typer.secho(f"Die {names[cause]} ist nicht gebaut: `make run` baut sie.", fg="red", err=True)
    if settings.environment == "production" and missing_builds():
        raise typer.Exit(1)


def try_metrics_port(settings: Settings) -> None:
    """An address for metrics that is in use ends the command with a sentence; the listener opens it later."""
    if settings.metrics_place and settings.metrics_place[1]:
        listen(*settings.metrics_place, "VOLTIGO_METRICS_ADDRESS").close()


def listen(host: str, port: int, setting: str = "VOLTIGO_PORT") -> socket.socket:
    """Open the listening socket; an address in use ends the command with a sentence that names the setting."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        place = f"{_in_address(host)}:{port}"
        typer.secho(f"Auf {place} ist kein Empfang möglich ({os_reason(error)}). ", fg="red", err=True, nl=False)
        typer.secho(f"Läuft Voltigo schon? {setting} nennt einen anderen Port.", err=True)
        raise typer.Exit(1) from None
    listener.listen(2048)  # from now on requests queue instead of being refused
    return listener


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def answer(settings: Settings, listener: socket.socket, greeting: Sequence[str]) -> None:
    """Serve requests until stopped; `greeting` is printed below the address."""
    from services.app import create_app

    port = listener.getsockname()[1]
    stopping = Event()
    with reported_faults(settings):
        server = _server(settings, create_app(settings, stopping=stopping), stopping)
    # Objects loaded by now are permanent: the garbage collector need not scan them repeatedly under load.
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)

    def stop(_number: int, _frame: FrameType | None) -> None:
        """Before uvicorn listens to signals itself, and after it: it raises each again when it has stopped."""
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    typer.echo(f"Voltigo: http://{_in_address(settings.host)}:{port}/  (Strg-C beendet es)")
    for line in greeting:
        typer.echo(line)
    server.run(sockets=[listener])
    gc.unfreeze()  # or DuckDB reports frozen objects as leaks at the end, in a log line that is not JSON
    typer.echo("Voltigo ist beendet.")
    _leave_if_stuck()


def _server(settings: Settings, app: ASGIApp, stopping: Event) -> "DrainingServer":
    import uvicorn

    from services.cli.server import DRAIN_SECONDS, KEEP_ALIVE_SECONDS, REQUEST_SECONDS, DrainingServer
    from services.core.http.connections import Connections, most_connections, raise_file_limit
    from services.core.http.protocol import bounded_protocol
    from services.core.telemetry.measures import HTTP_CONNECTIONS

    connections = Connections(
        most=min(settings.rate_limits.connections, most_connections(raise_file_limit())),
        most_per_address=settings.rate_limits.connections_per_address if settings.rate_limits.are_on else 0,
        proxies=settings.proxy_networks,
        stopping=stopping,
    )
    HTTP_CONNECTIONS.set_function(lambda: len(connections.taken))
    config = uvicorn.Config(
        app,
        http=bounded_protocol(connections),  # type: ignore[arg-type]  # a factory does as well as a class
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=REQUEST_SECONDS,
        proxy_headers=False,
    )
    # Without a proxy in front nobody polls /readyz, so there is nothing to wait for.
    return DrainingServer(config, stopping, DRAIN_SECONDS if settings.proxy_networks else 0)


def _first_setup_link(settings: Settings, db: "Database") -> str | None:
    """Issue the link for the first account while there is none; it voids the one printed at an earlier start."""
    from services.core.clock import utc_now
    from services.staff.sign_in import one_time_links

    token = db.write(lambda session: one_time_links.issue_first(session, utc_now()))
    return one_time_links.address(settings, token) if token else None


def _told(settings: Settings, setup_link: str | None, *, is_shown: bool) -> list[str]:
    """Lines on how to set up the console: the link itself, or the file that holds it."""
    from services.staff.setup import link_file as setup_link_file

    if setup_link is None or is_shown:
        setup_link_file.remove(settings.data_dir)
        return [f"Konsole einrichten: {setup_link}"] if setup_link else []
    path = setup_link_file.write(settings.data_dir, setup_link)
    return [f"Konsole einrichten: Der Link steht in {path.resolve()}; `voltigo staff setup-link` zeigt einen neuen."]


def development_app() -> ASGIApp:
    """App factory for `make dev`, called by uvicorn's reloader after each change."""
    from services.app import create_app

    keep_files_private()
    return create_app(settings_or_exit())


def _leave_if_stuck() -> None:
    """Exit even if a job hangs: it was released, and another instance runs it."""
    from services.jobs.scheduler import is_stuck

    if is_stuck():
        sys.stdout.flush()
        os._exit(0)
