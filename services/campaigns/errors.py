"""Refusals of the staff API for campaigns, links, aliases, costs, notes and referral codes."""

from services.core.http.errors import refusal

UnknownCampaign = refusal(404, "not_found", "Diese Kampagne gibt es nicht.")
# The three values belong to another campaign. Member `campaign_id`.
CampaignExists = refusal(409, "campaign_exists", "Eine Kampagne mit diesen drei Werten gibt es schon.")
# While the campaign was archived, one of its values was mapped to another. Member `field`.
HiddenByAlias = refusal(
    409,
    "hidden_by_alias",
    "Ein Wert dieser Kampagne ist inzwischen einem anderen zugeordnet, sie bekäme keine Besuche. Ändern Sie die "
    "Kampagne oder machen Sie die Zuordnung rückgängig.",
)
UnknownLink = refusal(404, "not_found", "Diesen Kurzlink gibt es nicht.")
# Also where the other link is disabled, since it may be printed somewhere
SlugTaken = refusal(409, "slug_taken", "Diesen Kurzlink gibt es schon. Bitte wählen Sie einen anderen Namen.")
UnknownAlias = refusal(404, "not_found", "Diese Zuordnung gibt es nicht.")
# This spelling is mapped already. Member `alias_id`.
AliasExists = refusal(
    409, "alias_exists", "Diese Schreibweise ist schon zugeordnet. Machen Sie die alte Zuordnung zuerst rückgängig."
)
# One alias would lead to another. Member `alias_id`, the one in the way.
AliasChain = refusal(
    409,
    "alias_chain",
    "Eine Zuordnung darf nicht auf eine andere führen. Bitte wählen Sie deren Ziel oder ändern Sie sie zuerst.",
)
# A campaign in use is registered under this spelling and would get no more visits. Members `campaign_id`,
# `campaign_name`.
AliasHidesCampaign = refusal(
    409,
    "alias_hides_campaign",
    "Unter dieser Schreibweise ist eine Kampagne angelegt, die dann keine Besuche mehr bekäme. Ändern Sie zuerst "
    "die Kampagne oder archivieren Sie sie.",
)
AlreadyUndone = refusal(409, "already_undone", "Das wurde schon rückgängig gemacht.")
UnknownImport = refusal(404, "not_found", "Diesen Import gibt es nicht.")
UnknownNote = refusal(404, "not_found", "Diese Notiz gibt es nicht.")
UnknownCost = refusal(404, "not_found", "An diesem Tag sind keine Kosten eingetragen.")
UnknownPlatformName = refusal(404, "not_found", "Dieser Name ist nicht gemerkt.")
UnknownArrival = refusal(404, "not_found", "Diese Datei ist nicht eingegangen.")
# The file was taken over or dismissed before. Member `import_id`; null: dismissed.
ArrivalDecided = refusal(
    409, "arrival_decided", "Über diese Datei ist schon entschieden. Ihre Beträge wurden nicht noch einmal eingelesen."
)
# Lines that cannot be taken over; nothing was. Member `problems`, how many.
ImportProblems = refusal(
    422, "import_problems", "Die Datei enthält Zeilen, die sich nicht übernehmen lassen. Es wurde nichts gespeichert."
)
# Days that have costs already; nothing was taken over. Member `overlaps`, how many.
CostsOverlap = refusal(
    409,
    "overlaps",
    "Für einige Tage sind schon Kosten eingetragen. Behalten oder ersetzen Sie diese; gespeichert wurde nichts.",
)
NothingNew = refusal(
    409, "nothing_new", "Für alle Tage der Datei sind schon Kosten eingetragen. Es gab nichts zu übernehmen."
)
