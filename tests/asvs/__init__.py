"""OWASP ASVS 5.0 at levels 1 and 2: a table of its requirements and of the tests that prove them."""
