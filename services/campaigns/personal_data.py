"""Campaigns, as data protection sees them: no households, only remarks of staff and values of links."""

from typing import Final

from services.campaigns.models import (
    Alias,
    Campaign,
    CampaignCost,
    ChartNote,
    ContractTarget,
    CostArrival,
    CostImport,
    PlatformName,
    SelfCheck,
    ShortLink,
    ShortLinkHits,
)
from services.core.personal_data.description import (
    INTEREST,
    Description,
    Effect,
    Personal,
    remark,
    table_of,
    without_person,
)

TABLES: Final = (
    Description(
        table_of(Campaign),
        "id utm_source utm_medium utm_campaign landing_path starts_on ends_on budget_cents version created_at "
        "created_by archived_at",
        label="Kampagnen",
        purpose="Planung und Abrechnung der Werbung.",
        basis=INTEREST,
        rule="remarks",
        personal={"name": remark("Name der Kampagne"), "note": remark("Notiz des Teams")},
        dated_by="created_at",
    ),
    without_person(ShortLink, "id slug campaign_id target_path utm_term utm_content created_at created_by disabled_at"),
    without_person(ShortLinkHits, "short_link_id day is_bot hits"),
    Description(
        table_of(Alias),
        "id field canonical created_at created_by undone_at undone_by",
        label="Schreibweisen",
        purpose="Verschiedene Schreibweisen einer Quelle zählen als eine.",
        basis=INTEREST,
        rule="remarks",
        personal={"raw": Personal("Schreibweise, wie sie ankam", Effect.REDACT)},
        dated_by="created_at",
    ),
    without_person(CostImport, "id file_name sha256 mapping rows cents at actor undone_at undone_by"),
    without_person(
        CostArrival,
        "id file_name sha256 content arrived_at problem lines cents open_lines decided_at decided_by import_id",
    ),
    without_person(PlatformName, "id platform name folded campaign_id created_at created_by forgotten_at forgotten_by"),
    Description(
        table_of(CampaignCost),
        "id campaign_id day cents import_id created_at created_by removed_at removed_by_import_id clicks impressions",
        label="Kosten",
        purpose="Was eine Kampagne gekostet hat.",
        basis=INTEREST,
        rule="remarks",
        personal={"note": remark("Notiz des Teams")},
        dated_by="created_at",
    ),
    without_person(ContractTarget, "id cents set_at set_by"),
    Description(
        table_of(ChartNote),
        "id day campaign_id created_at created_by",
        label="Anmerkungen zu Tagen",
        purpose="Erklärt, was eine Zahl an einem Tag bewegt hat.",
        basis=INTEREST,
        rule="remarks",
        personal={"text": remark("Text des Teams")},
        dated_by="created_at",
    ),
    without_person(SelfCheck, "id at checked findings"),
)
