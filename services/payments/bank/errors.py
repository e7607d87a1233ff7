"""Refusals of what goes to the bank and what comes from it."""

from services.core.http.errors import Problem, refusal

UnknownRun = refusal(404, "not_found", "Diese Datei gibt es nicht.")
UnknownLine = refusal(404, "not_found", "Diese Zeile gibt es nicht.")
UnknownContract = refusal(404, "not_found", "Diesen Vertrag gibt es nicht.")
# A contract's number that somebody has typed
UnknownNumber = refusal(409, "unknown_number", "Einen Vertrag mit dieser Nummer gibt es nicht.")
NothingToDo = refusal(409, "nothing_to_do", "Für diesen Tag gibt es nichts einzuziehen und nichts zu überweisen.")
# Four eyes: who has drafted a file does not release it
OwnDraft = refusal(409, "own_draft", "Eine Datei gibt jemand anderes frei als die Person, die sie entworfen hat.")


class NotNow(Problem):
    """409: the file or line is not in a state that allows this, for the reason given."""

    status = 409
    code = "not_now"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


class NoCreditor(NotNow):
    """409: the company's own account is missing in the settings."""

    code = "no_creditor"


class UnreadableStatement(NotNow):
    """409: this is no statement that can be read, for the reason given."""

    code = "unreadable_statement"


RefundUnderWay = refusal(
    409,
    "refund_under_way",
    "Diese Erstattung steht schon in einer Datei für die Bank. Verwerfen Sie dort die Datei, oder warten Sie auf den "
    "Kontoauszug.",
)
