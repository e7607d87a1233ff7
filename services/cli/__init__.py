"""`voltigo`: the command line behind every `make` target.

Commands import what they need when they run, so that `--help` and a wrong setting answer at once.
"""

import typer

from services.cli import audit, check, demonstration, doctor, jobs, mails, schema, serving, staff, store
from services.cli.ground import keep_files_private
from services.cli.serving import development_app

__all__ = ["app", "development_app"]

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Voltigo: reserve, credit, report.")


app.callback()(keep_files_private)
for command in (
    serving.serve,
    demonstration.demo,
    schema.migrate,
    schema.openapi,
    serving.worker,
    check.check,
    doctor.doctor,
):
    app.command()(command)
app.add_typer(jobs.app, name="jobs")
app.add_typer(mails.app, name="mails")
app.add_typer(audit.app, name="audit")
app.add_typer(staff.app, name="staff")
app.add_typer(store.app, name="store")
