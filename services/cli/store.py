"""`voltigo store`: shows, rebuilds and verifies the analytical store."""

from typing import Annotated

import typer

from services.cli.context import database_or_exit, settings_or_exit
from services.core.german import counted

app = typer.Typer(no_args_is_help=True, help="Der Datenspeicher der Auswertungen.")


@app.command("status")
def show_store() -> None:
    """Sagen, was im Datenspeicher liegt und was noch übernommen wird."""
    from services.core.clock import utc_now
    from services.store.status import as_table, is_restored, store_status

    with database_or_exit(settings_or_exit()) as db, db.read() as session:
        status, restored = store_status(session, utc_now()), is_restored(session)
    for line in as_table(status):
        typer.echo(line)
    if restored:
        typer.secho("Die Datenbank stammt aus einem anderen PostgreSQL-Cluster. ", fg="red", err=True, nl=False)
        typer.secho(
            "`voltigo store rebuild` oder der nächste Lauf von carry-visits baut den Datenspeicher neu.", err=True
        )
        raise typer.Exit(1)


@app.command("rebuild")
def rebuild_store() -> None:
    """Den Datenspeicher aus der Datenbank neu bauen; Auswertungen laufen währenddessen weiter."""
    from services.core.clock import utc_now
    from services.store.ingest import StoreIngest
    from services.store.place import store_of
    from services.store.status import store_status

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        with db.read() as session:
            rows = sum(
                d.waiting_rows + d.rows for d in store_status(session, utc_now()).datasets if d.name != "visit_days"
            )
        with typer.progressbar(length=rows, label="Zeilen") as bar:
            carried = StoreIngest(db, store_of(settings), utc_now).rebuild(bar.update)
    if carried.is_elsewhere:
        typer.secho(
            "Ein anderer Prozess übernimmt gerade Zeilen; versuchen Sie es danach noch einmal.", fg="red", err=True
        )
        raise typer.Exit(1)
    typer.echo(f"Der Datenspeicher ist neu gebaut: {carried}.")


@app.command("verify")
def verify_store() -> None:
    """Jede Datei des Datenspeichers Zeile für Zeile mit der Datenbank vergleichen."""
    from services.store.place import store_of
    from services.store.status import count_files, verify_whole

    settings = settings_or_exit()
    with database_or_exit(settings) as db, typer.progressbar(length=count_files(db), label="Dateien") as bar:
        found = verify_whole(db, store_of(settings), lambda: bar.update(1))
    for sentence in found:
        typer.secho(sentence, fg="red", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo("Der Datenspeicher gleicht der Datenbank.")


@app.command("move")
def move_store(
    target: Annotated[
        str, typer.Argument(help="ein Ordner, file:///… oder s3://bucket/ordner; . ist VOLTIGO_DATA_DIR")
    ],
    source: Annotated[str, typer.Option(help="der alte Ort, wenn es nicht der von VOLTIGO_STORE_URL ist")] = "",
) -> None:
    """Datenspeicher, aufgehobene Berichte und Anhänge an einen anderen Ort kopieren, zu dem die Datenbank dann gehört.

    Jede Datei wird dort zuerst zurückgelesen; bis dahin dient der alte Ort, und er behält alles. Setzen Sie danach
    VOLTIGO_STORE_URL für alle Server und Worker, und starten Sie sie neu: Bis dahin heben sie keinen Bericht auf und
    führen keine Abläufe aus. Ist der Umzug abgebrochen, macht derselbe Befehl weiter; gehört die Datenbank schon zum
    neuen Ort, mit --source.
    """
    from services.backup.errors import BackupError
    from services.core.storage.address import storage_at
    from services.core.storage.folder import FolderStorage
    from services.core.storage.installed import files_of
    from services.core.storage.storage import FILES, Storage
    from services.portability.move_files import move_files

    settings = settings_or_exit()
    local = settings.data_dir.resolve()

    def place(url: str) -> Storage:
        return FolderStorage(local) if url == "." else storage_at(url, FILES, local)

    with database_or_exit(settings) as db, typer.progressbar(length=1, label="Dateien") as bar:

        def told(files: int, count: int) -> None:
            bar.length = count
            bar.update(files)

        try:
            moved = move_files(db, place(source) if source else files_of(settings), place(target), local, told)
        except BackupError as error:
            typer.secho(f"\n{error}", fg="red", err=True)
            raise typer.Exit(1) from None
    typer.echo(
        f"{counted(moved.files, 'Datei liegt', 'Dateien liegen')} jetzt in {target}, und die Datenbank gehört dazu."
    )
    typer.echo(
        f"Setzen Sie VOLTIGO_STORE_URL={'' if target == '.' else target} für alle Server und Worker, und starten Sie "
        "sie neu."
    )
    for name in moved.lost:
        typer.secho(f"{name} fehlt am alten Ort oder ist beschädigt und wurde nicht kopiert.", fg="red", err=True)
    if moved.lost:
        raise typer.Exit(1)


@app.command("adopt")
def adopt_folder() -> None:
    """Die Datenbank an diesen Ort binden (VOLTIGO_STORE_URL oder VOLTIGO_DATA_DIR) und den Speicher dort neu bauen."""
    from services.core.data_folder import adopt
    from services.core.storage.installed import files_of

    settings = settings_or_exit()
    with database_or_exit(settings) as db:
        db.write(lambda session: adopt(session, files_of(settings)))
    typer.echo(f"Die Datenbank gehört von jetzt an zu {settings.store_url or settings.data_dir.resolve()}.")
    rebuild_store()
