"""Refusals of importing lists of reservations."""

from services.core.http.errors import Problem


class PlanChanged(Problem):
    """409: the list would come out differently from what was seen. Nothing was entered."""

    status = 409
    code = "plan_changed"
    detail = (
        "Seit der Prüfung hat sich etwas geändert, das Ergebnis wäre jetzt ein anderes. Es wurde nichts eingelesen. "
        "Bitte sehen Sie sich die Unterschiede an."
    )


class NothingToEnter(Problem):
    """409: no row of the list becomes a place."""

    status = 409
    code = "nothing_to_enter"
    detail = "Keine Zeile der Datei lässt sich eintragen."


class UnknownImport(Problem):
    """404: there is no such import."""

    status = 404
    code = "not_found"
    detail = "Diesen Import gibt es nicht."


class ImportNotRunning(Problem):
    """409: nothing of the import waits to be entered."""

    status = 409
    code = "not_running"
    detail = "Dieser Import ist schon abgeschlossen."


class ImportUndone(Problem):
    """409: the import was taken back before."""

    status = 409
    code = "already_undone"
    detail = "Dieser Import ist schon rückgängig gemacht."


class ImportTooOld(Problem):
    """409: the 24 hours are over."""

    status = 409
    code = "undo_over"
    detail = "Das Einlesen ist länger als 24 Stunden her und lässt sich nicht mehr im Ganzen rückgängig machen."
