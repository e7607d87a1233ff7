"""Real parts for every test: both databases built by the migrations, the server as its own process, an SMTP peer."""

pytest_plugins = [
    "tests.fixtures.left_behind",
    "tests.fixtures.browser",
    "tests.fixtures.databases",
    "tests.fixtures.http_peer",
    "tests.fixtures.servers",
    "tests.fixtures.site",
    "tests.fixtures.smtp",
    "tests.fixtures.staff",
]
