"""Problem responses of reports: runs, kept results, files, segments and comparisons."""

from services.core.http.errors import Problem, refusal

# A file of the store is missing, or the store belongs to a different database
StoreUnreadable = refusal(
    503,
    "store_unreadable",
    "Die Auswertung ist gerade nicht möglich: Im Speicher der Auswertungen fehlt eine Datei, oder sie ist "
    "beschädigt. Voltigo baut ihn aus der Datenbank neu auf.",
)


class StoreSilent(Problem):
    """503: the place of the store's files does not answer, refuses us, or is full."""

    status = 503
    code = "store_silent"
    detail = (
        "Der Speicher der Auswertungen antwortet nicht. Reservierungen und alles andere gehen weiter; bitte versuchen "
        "Sie es in einigen Minuten noch einmal."
    )


OtherReport = refusal(422, "other_report", "Vergleichen lassen sich nur zwei Stände desselben Berichts.")
NoSuchTable = refusal(404, "no_such_table", "Diese Tabelle hat der Bericht nicht.")
# The run does not exist, was removed, or the role may not see its report
UnknownRun = refusal(404, "not_found", "Diesen festgehaltenen Bericht gibt es nicht.")
OthersRun = refusal(
    403, "not_owner", "Diesen Bericht kann nur löschen, wer ihn festgehalten hat, oder die Administration."
)
# The report or one of its parameters no longer exists; it cannot be recomputed
ReportGone = refusal(
    409,
    "report_gone",
    "Diesen Bericht gibt es in dieser Form nicht mehr. Er lässt sich ansehen, aber nicht neu berechnen.",
)
# The file of a kept result is missing (for example after a restore of the database alone) or was altered
ResultDamaged = refusal(
    410,
    "result_damaged",
    "Die Datei dieses festgehaltenen Berichts fehlt oder wurde verändert. Ihre Zahlen werden deshalb nicht "
    "gezeigt. Sie können den Bericht mit denselben Angaben neu rechnen; die Zahlen sind dann die von heute.",
)
# The caller stopped the report or disconnected
Stopped = refusal(409, "stopped", "Die Auswertung wurde abgebrochen.")


MOST_SEGMENTS = 100


UnknownSegment = refusal(404, "not_found", "Dieses Segment gibt es nicht.")
# The name is already used by another segment. Member `segment_id`.
SegmentExists = refusal(409, "segment_exists", "Ein Segment mit diesem Namen gibt es schon.")
TooManySegments = refusal(
    409, "too_many", f"Mehr als {MOST_SEGMENTS} Segmente lassen sich nicht speichern. Bitte löschen Sie zuerst eines."
)
# The catalogue has no such metric, or the role sees it nowhere
UnknownMetric = refusal(404, "not_found", "Diese Kennzahl gibt es nicht.")
