"""Traffic sources of the demonstration: campaigns of different quality, neighbours, search, bots.

Some work well. Others are problems to be found: a campaign spelled in three ways, one with costs but no tagged visit,
one that was never registered, one too recent to be judged.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

Touch = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Source:
    """`visits`: sessions on an average day. `days`: from and to, counted back from the end of the year.

    `interest`: how many of a hundred go on at each step (look further, start the form, step 2, 3, 4).
    `discovers` and `closes`: how often it is among the first and the last visits of those who reserve.
    """

    spellings: tuple[tuple[int, Touch], ...]
    visits: float
    interest: tuple[int, int, int, int, int] = (45, 12, 60, 65, 70)
    discovers: int = 0
    closes: int = 0
    days: tuple[int, int] = (365, 0)
    landing: str = "/"
    is_loose: bool = False
    """Its visitors cancel more often."""


@dataclass(frozen=True, slots=True)
class Registered:
    """A campaign as entered by marketing: daily cost in cents, budget in cents, slug of its short link."""

    name: str
    key: tuple[str, str, str]
    days: tuple[int, int]
    daily_cents: int
    budget_cents: int | None
    slug: str | None = None
    landing: str = "/"


def _utm(source: str, medium: str, campaign: str, content: str = "") -> Touch:
    return {"utm_source": source, "utm_medium": medium, "utm_campaign": campaign, "utm_content": content}


SOURCES: Final = (
    Source(((1, {}),), 14, discovers=8, closes=30),
    Source(
        ((8, {"referrer_host": "www.google.com"}), (2, {"referrer_host": "duckduckgo.com"})),
        13,
        discovers=18,
        closes=10,
    ),
    Source(((1, {"referrer_host": "zeitung.example"}),), 3, (35, 6, 55, 60, 70), 6, 1, (215, 203)),
    Source(
        (
            (8, _utm("newsletter", "email", "post-aus-ingolstadt", "oben")),
            (3, _utm("newsletter", "email", "post-aus-ingolstadt", "unten")),
        ),
        5,
        (62, 26, 74, 76, 82),
        4,
        22,
    ),
    Source(
        ((1, _utm("stadtwerke", "beilage", "strom-vom-feld")),),
        6,
        (50, 16, 66, 70, 74),
        16,
        12,
        (300, 60),
        "/pilot",
    ),
    Source(
        (
            (6, _utm("facebook", "paid_social", "balkon-ohne-balkon", "film")),
            (3, _utm("Facebook", "paid_social", "Balkon-ohne-Balkon", "bild")),
            (2, _utm("fb", "paid_social", "balkon-ohne-balkon", "film")),
        ),
        24,
        (22, 4, 40, 50, 60),
        26,
        4,
        (270, 14),
        "/wie-es-funktioniert",
        is_loose=True,
    ),
    Source(
        (
            (5, _utm("google", "cpc", "solar-ohne-dach", "anzeige-a")),
            (4, _utm("google", "cpc", "solar-ohne-dach", "anzeige-b")),
        ),
        11,
        (48, 14, 62, 66, 72),
        16,
        12,
        (330, 0),
        "/solar-gutschriftsrechner",
    ),
    Source(((1, _utm("podcast", "audio", "energie-am-mittag")),), 2.5, (56, 18, 68, 72, 78), 6, 5, (120, 84), "/pilot"),
    Source(((1, _utm("instagram", "story", "platz-im-feld")),), 9, (30, 8, 52, 58, 66), 5, 3, (17, 0), is_loose=True),
    Source(((1, _utm("whatsapp", "social", "nachbarschaft")),), 2, (52, 20, 70, 72, 80), 3, 6, (190, 0)),
    Source(((1, {"referral_code": "ENERGIEBERATUNG"}),), 1.5, (60, 24, 74, 76, 84), 3, 8, (310, 0), "/pilot"),
    Source(((1, {"referral_code": "freunde24"}),), 0.6, (50, 16, 66, 70, 74), 1, 2, (160, 0)),
)
NEIGHBOURS: Final = Source(((1, {}),), 2, (58, 22, 72, 74, 80), 5, 14, (250, 0))
"""Visitors with a household's referral code, drawn from the households of that day."""

CAMPAIGNS: Final = (
    Registered("Newsletter", ("newsletter", "email", "post-aus-ingolstadt"), (365, 0), 450, None, "post"),
    Registered(
        "Beilage der Stadtwerke",
        ("stadtwerke", "beilage", "strom-vom-feld"),
        (300, 60),
        2_900,
        800_000,
        "feld",
        "/pilot",
    ),
    Registered(
        "Facebook: Balkon ohne Balkon", ("facebook", "paid_social", "balkon-ohne-balkon"), (270, 14), 4_800, 1_000_000
    ),
    Registered("Google: Solar ohne Dach", ("google", "cpc", "solar-ohne-dach"), (330, 0), 3_600, 1_300_000),
    Registered(
        "Podcast Energie am Mittag", ("podcast", "audio", "energie-am-mittag"), (120, 84), 5_500, 250_000, "mittag"
    ),
    Registered("Instagram: Platz im Feld", ("instagram", "story", "platz-im-feld"), (17, 0), 3_000, 90_000),
    Registered("Plakate am Bahnhof", ("plakat", "print", "naechster-halt-sonne"), (150, 120), 6_000, 200_000, "halt"),
)
"""The last one has costs but no tagged visit: its posters show the plain URL."""

ALIASES: Final = (("utm_source", "fb", "facebook"),)
NOTES: Final = (
    (209, "Artikel in der Regionalzeitung", None),
    (176, "Infoabend in Ingolstadt, 80 Gäste", None),
    (60, "Beilage endet", "Beilage der Stadtwerke"),
    (30, "Podcast-Folge erscheint als Text", "Podcast Energie am Mittag"),
)
SENDING: Final = (12, "Die Post aus Ingolstadt ist verschickt", "Newsletter", "newsletter", 9, 640)
"""Days before the end of the year, text, campaign, kind, hour, audience."""
TARGET_CENTS: Final = 25_000
"""What a contract may cost at most."""
PARTNERS: Final = (("ENERGIEBERATUNG", "Energieberatung Donau"), ("MIETERVEREIN", "Mieterverein Oberbayern"))
# User agent strings are longer than a line.
# ruff: noqa: E501
HOUSEHOLD_AGENTS: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15",
)  # fmt: skip
BOT_AGENTS: Final = (
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "python-requests/2.32.5",
)
BOT_VISITS: Final = 9.0
PAGES: Final = (
    "/pilot", "/wie-es-funktioniert", "/faqs", "/solar-gutschriftsrechner", "/voltigo-im-vergleich", "/ueber-uns",
)  # fmt: skip
