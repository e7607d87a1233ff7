"""Refusals of the staff API for campaigns, links, aliases, costs, notes and referral codes."""

from services.core.http.errors import Problem


class UnknownCampaign(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Kampagne gibt es nicht."


class CampaignExists(Problem):
    """409: the three values belong to another campaign. Member `campaign_id`."""

    status = 409
    code = "campaign_exists"
    detail = "Eine Kampagne mit diesen drei Werten gibt es schon."


class HiddenByAlias(Problem):
    """409: while the campaign was archived, one of its values was mapped to another. Member `field`."""

    status = 409
    code = "hidden_by_alias"
    detail = (
        "Ein Wert dieser Kampagne ist inzwischen einem anderen zugeordnet, sie bekäme keine Besuche. Ändern Sie die "
        "Kampagne oder machen Sie die Zuordnung rückgängig."
    )


class UnknownLink(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Kurzlink gibt es nicht."


class SlugTaken(Problem):
    """409: also where the other link is disabled, since it may be printed somewhere."""

    status = 409
    code = "slug_taken"
    detail = "Diesen Kurzlink gibt es schon. Bitte wählen Sie einen anderen Namen."


class UnknownAlias(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Zuordnung gibt es nicht."


class AliasExists(Problem):
    """409: this spelling is mapped already. Member `alias_id`."""

    status = 409
    code = "alias_exists"
    detail = "Diese Schreibweise ist schon zugeordnet. Machen Sie die alte Zuordnung zuerst rückgängig."


class AliasChain(Problem):
    """409: one alias would lead to another. Member `alias_id`, the one in the way."""

    status = 409
    code = "alias_chain"
    detail = "Eine Zuordnung darf nicht auf eine andere führen. Bitte wählen Sie deren Ziel oder ändern Sie sie zuerst."


class AliasHidesCampaign(Problem):
    """409: a campaign in use is registered under this spelling and would get no more visits. Members `campaign_id`,
    `campaign_name`.
    """

    status = 409
    code = "alias_hides_campaign"
    detail = (
        "Unter dieser Schreibweise ist eine Kampagne angelegt, die dann keine Besuche mehr bekäme. Ändern Sie zuerst "
        "die Kampagne oder archivieren Sie sie."
    )


class AlreadyUndone(Problem):
    status = 409
    code = "already_undone"
    detail = "Das wurde schon rückgängig gemacht."


class UnknownImport(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Import gibt es nicht."


class UnknownNote(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Notiz gibt es nicht."


class UnknownCost(Problem):
    status = 404
    code = "not_found"
    detail = "An diesem Tag sind keine Kosten eingetragen."


class UnknownPlatformName(Problem):
    """404: the name is not remembered, or not any more."""

    status = 404
    code = "not_found"
    detail = "Dieser Name ist nicht gemerkt."


class UnknownArrival(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Datei ist nicht eingegangen."


class ArrivalDecided(Problem):
    """409: the file was taken over or dismissed before. Member `import_id`; null: dismissed."""

    status = 409
    code = "arrival_decided"
    detail = "Über diese Datei ist schon entschieden. Ihre Beträge wurden nicht noch einmal eingelesen."


class ImportProblems(Problem):
    """422: lines that cannot be taken over; nothing was. Member `problems`, how many."""

    status = 422
    code = "import_problems"
    detail = "Die Datei enthält Zeilen, die sich nicht übernehmen lassen. Es wurde nichts gespeichert."


class CostsOverlap(Problem):
    """409: days that have costs already; nothing was taken over. Member `overlaps`, how many."""

    status = 409
    code = "overlaps"
    detail = (
        "Für einige Tage sind schon Kosten eingetragen. Behalten oder ersetzen Sie diese; gespeichert wurde nichts."
    )


class NothingNew(Problem):
    """409: every day has costs already, and they were to be kept."""

    status = 409
    code = "nothing_new"
    detail = "Für alle Tage der Datei sind schon Kosten eingetragen. Es gab nichts zu übernehmen."
