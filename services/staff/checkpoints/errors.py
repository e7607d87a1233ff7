"""Why the job that keeps checkpoints fails; `detail` is what the console shows."""

from services.core.http.errors import Problem


class NotCopied(Problem):
    """503: a checkpoint is stored, but a copy is missing; the next run makes it up."""

    status = 503
    code = "checkpoint_not_copied"
    detail = "Der Prüfpunkt ist festgehalten, aber eine Kopie fehlt noch."

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.detail = reason


class LogAltered(NotCopied):
    """503: the log contradicts what was written down outside; nothing is added there until people have looked."""

    code = "audit_log_altered"
