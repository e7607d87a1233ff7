from tests.services.portability.conftest import empty  # noqa: F401
