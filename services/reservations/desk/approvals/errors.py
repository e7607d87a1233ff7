"""Problem responses of operations that wait for a second person."""

from services.core.http.errors import Problem


class UnknownRequest(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Vorgang zur Freigabe gibt es nicht."


class RequestDecided(Problem):
    """409: another person has decided already."""

    status = 409
    code = "decided"
    detail = "Darüber hat schon jemand entschieden. Die Seite zeigt jetzt, wie."


class RequestOver(Problem):
    """409: nobody decided within a day."""

    status = 409
    code = "request_over"
    detail = "Diese Freigabe ist nach 24 Stunden verfallen. Bitte legen Sie den Vorgang neu vor."


class OwnRequest(Problem):
    """409: the person who asked cannot be the second one."""

    status = 409
    code = "own_request"
    detail = "Diesen Vorgang haben Sie selbst vorgelegt. Freigeben kann ihn nur eine zweite Person."


class NoSecondPerson(Problem):
    """409: nobody else could approve."""

    status = 409
    code = "no_second_person"
    detail = (
        "Außer Ihnen arbeitet hier niemand mit einer Rolle, die das freigeben darf. Laden Sie zuerst jemanden ein: "
        "„Team“, „Einladen“."
    )
