"""FastAPI dependencies: the application's database, clock and settings as typed parameters.

The dependencies are `async` although they await nothing: FastAPI sends plain ones through its thread pool.
"""

from typing import Annotated

from fastapi import Depends, Request

from services.core.clock import Clock
from services.core.db.db import Database
from services.settings import Settings


async def _database(request: Request) -> Database:
    database: Database = request.app.state.db
    return database


async def _clock(request: Request) -> Clock:
    clock: Clock = request.app.state.clock
    return clock


async def _settings(request: Request) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


DatabaseOf = Annotated[Database, Depends(_database)]
ClockOf = Annotated[Clock, Depends(_clock)]
SettingsOf = Annotated[Settings, Depends(_settings)]
