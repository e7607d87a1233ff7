"""`voltigo`: the command line behind every `make` target.

Commands import what they need when they run, so that `--help` and a wrong setting answer at once.
"""

from pathlib import Path
from typing import Annotated, Final

import typer

from services.cli import (
    audit,
    backup,
    demonstration,
    doctor,
    installing,
    jobs,
    leaving,
    mails,
    serving,
    staff,
    store,
)
from services.cli.context import keep_files_private, read_settings_file
from services.cli.serving import development_app

_ABOUT: Final = "Voltigo: Plätze reservieren, Gutschriften rechnen, auswerten."
__all__ = ["app", "development_app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, help=_ABOUT)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        from importlib.metadata import version

        typer.echo(f"voltigo {version('voltigo')}")
        raise typer.Exit


@app.callback(help=_ABOUT)
def before_each_command(
    _version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="welche Version das ist")
    ] = False,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", metavar="DATEI", help="eine Datei mit Einstellungen; die Umgebung geht ihr vor"),
    ] = None,
) -> None:
    keep_files_private()
    if settings is not None:
        read_settings_file(settings)


for command in (
    installing.init,
    installing.deployment,
    serving.serve,
    demonstration.demo,
    serving.migrate,
    serving.openapi,
    serving.worker,
    doctor.check,
    doctor.doctor,
    backup.restore,
    backup.verify,
):
    app.command()(command)
app.command("export")(leaving.export_all)
app.command("import")(leaving.import_all)
app.add_typer(backup.app, name="backup")
app.add_typer(jobs.app, name="jobs")
app.add_typer(mails.app, name="mails")
app.add_typer(audit.app, name="audit")
app.add_typer(staff.app, name="staff")
app.add_typer(store.app, name="store")
app.add_typer(installing.secret, name="secret")
