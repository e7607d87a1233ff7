"""Refusals of experiments."""

from services.core.http.errors import Problem


class UnknownExperiment(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Versuch gibt es nicht."


class ExperimentFrozen(Problem):
    """409: it has started, so its definition stays."""

    status = 409
    code = "experiment_frozen"
    detail = "Der Versuch hat begonnen. Frage, Maß und Arme bleiben, wie sie sind."


class CannotFind(Problem):
    """409: it could not answer its question. Member `reason`, a German sentence."""

    status = 409
    code = "experiment_impossible"
    detail = "Dieser Versuch kann die Frage nicht beantworten."


class Overlapping(Problem):
    """409: another experiment runs on the same page or campaign. Members `experiment_id`, `question`."""

    status = 409
    code = "experiment_overlaps"
    detail = "Auf dieser Seite oder mit dieser Kampagne läuft schon ein Versuch. Zwei zugleich verfälschen einander."


class NotRunning(Problem):
    status = 409
    code = "experiment_not_running"
    detail = "Dieser Versuch läuft nicht."
