"""Problem responses of reports: runs, kept results, files, segments and comparisons."""

from services.core.http.errors import Problem


class StoreUnreadable(Problem):
    """503: a file of the store is missing, or the store belongs to a different database."""

    status = 503
    code = "store_unreadable"
    detail = (
        "Die Auswertung ist gerade nicht möglich: Im Speicher der Auswertungen fehlt eine Datei, oder sie ist "
        "beschädigt. Voltigo baut ihn aus der Datenbank neu auf."
    )


class StoreSilent(Problem):
    """503: the place of the store's files does not answer, refuses us, or is full."""

    status = 503
    code = "store_silent"
    detail = (
        "Der Speicher der Auswertungen antwortet nicht. Reservierungen und alles andere gehen weiter; bitte versuchen "
        "Sie es in einigen Minuten noch einmal."
    )


class OtherReport(Problem):
    """422: the two runs belong to different reports."""

    status = 422
    code = "other_report"
    detail = "Vergleichen lassen sich nur zwei Stände desselben Berichts."


class NoSuchTable(Problem):
    """404: the report has no table with that name."""

    status = 404
    code = "no_such_table"
    detail = "Diese Tabelle hat der Bericht nicht."


class UnknownRun(Problem):
    """404: the run does not exist, was removed, or the role may not see its report."""

    status = 404
    code = "not_found"
    detail = "Diesen festgehaltenen Bericht gibt es nicht."


class OthersRun(Problem):
    status = 403
    code = "not_owner"
    detail = "Diesen Bericht kann nur löschen, wer ihn festgehalten hat, oder die Administration."


class ReportGone(Problem):
    """409: the report or one of its parameters no longer exists; it cannot be recomputed."""

    status = 409
    code = "report_gone"
    detail = "Diesen Bericht gibt es in dieser Form nicht mehr. Er lässt sich ansehen, aber nicht neu berechnen."


class ResultDamaged(Problem):
    """410: the file of a kept result is missing (for example after a restore of the database alone) or was altered."""

    status = 410
    code = "result_damaged"
    detail = (
        "Die Datei dieses festgehaltenen Berichts fehlt oder wurde verändert. Ihre Zahlen werden deshalb nicht "
        "gezeigt. Sie können den Bericht mit denselben Angaben neu rechnen; die Zahlen sind dann die von heute."
    )


class Stopped(Problem):
    """409: the caller stopped the report or disconnected."""

    status = 409
    code = "stopped"
    detail = "Die Auswertung wurde abgebrochen."


MOST_SEGMENTS = 100


class UnknownSegment(Problem):
    status = 404
    code = "not_found"
    detail = "Dieses Segment gibt es nicht."


class SegmentExists(Problem):
    """409: the name is already used by another segment. Member `segment_id`."""

    status = 409
    code = "segment_exists"
    detail = "Ein Segment mit diesem Namen gibt es schon."


class TooManySegments(Problem):
    status = 409
    code = "too_many"
    detail = f"Mehr als {MOST_SEGMENTS} Segmente lassen sich nicht speichern. Bitte löschen Sie zuerst eines."


class UnknownMetric(Problem):
    """404: the catalogue has no such metric, or the role sees it nowhere."""

    status = 404
    code = "not_found"
    detail = "Diese Kennzahl gibt es nicht."
