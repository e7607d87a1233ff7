"""Short links and the check of the site are tried as visits are."""

from tests.services.visits.conftest import open_site, small_site, visitors

__all__ = ["open_site", "small_site", "visitors"]
