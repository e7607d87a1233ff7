"""Pages that campaigns may link to. A test compares them with the site's own table of paths."""

from typing import Final

TARGETS: Final = (
    "/",
    "/pilot",
    "/wie-es-funktioniert",
    "/ueber-uns",
    "/solar-gutschriftsrechner",
    "/voltigo-im-vergleich",
    "/faqs",
    "/wenn-etwas-schiefgeht",
    "/reservierung",
    "/kontakt",
    "/dashboard",
    "/dashboard/invest",
    "/agb",
    "/datenschutz",
    "/impressum",
    "/barrierefreiheit",
    "/was-wir-messen",
    "/en",
    "/einfach",
)
"""Every page but the thank-you page: viewing that one means having reserved."""
