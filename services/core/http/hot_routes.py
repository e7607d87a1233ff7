"""The few routes that a whole crowd calls at once, served ahead of the framework."""

from collections.abc import Sequence

from fastapi import FastAPI
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send


class HotRoutes:
    """ASGI app in front of the application: calls the endpoints of its routes itself and passes on everything else.

    What FastAPI puts around each of them (seven layers of middleware and wrappers, an exit stack, the search through
    all routes) is a tenth of the work of a reservation. None of it does anything for these routes: their errors become
    responses at the edge.
    """

    def __init__(self, app: FastAPI, routes: Sequence[Route]) -> None:
        """`routes` take one method each; the application has them too, for calls by another method."""
        self._app = app
        self._endpoints = {(method, route.path): route.endpoint for route in routes for method in route.methods or ()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call."""
        endpoint = self._endpoints.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        if endpoint is None:
            await self._app(scope, receive, send)
            return
        scope["app"], scope["endpoint"] = self._app, endpoint
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)
