"""Answers to the requests by which a phone finds out whether its Wi-Fi leads to the internet.

In the app's own Wi-Fi nothing does. A phone that gets no answer may leave it, or uses mobile data instead.
Every name leads to this machine there (systemd/companion-probes.conf), so whoever opens any page finds the
table.
"""

from typing import Any, NamedTuple

from aiohttp import web

PORT = 80
"""Phones ask there; systemd/companion.service lets the app use it."""


class _Answer(NamedTuple):
    status: int = 204
    kind: str = "text/plain"
    text: str = ""


_APPLE = _Answer(200, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
_KINDLE = _Answer(
    200,
    "text/html",
    "<html><head><title>Kindle Reachability Probe Page</title></head>"
    "<body>81ce4465-7167-4dcb-835b-dcc9e44c112a</body></html>",
)
_NETWORK_MANAGER = _Answer(200, text="NetworkManager is online\n")
PATHS = {
    "/generate_204": _Answer(),
    "/gen_204": _Answer(),
    "/hotspot-detect.html": _APPLE,
    "/library/test/success.html": _APPLE,
    "/connecttest.txt": _Answer(200, text="Microsoft Connect Test"),
    "/ncsi.txt": _Answer(200, text="Microsoft NCSI"),
    "/canonical.html": _Answer(
        200,
        "text/html",
        '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>',
    ),
    "/success.txt": _Answer(200, text="success\n"),
    "/kindle-wifi/wifistub.html": _KINDLE,
    "/kindle-wifi/wifistub-eink.html": _KINDLE,
    "/check_network_status.txt": _NETWORK_MANAGER,
    "/nm-check.txt": _NETWORK_MANAGER,
    "/nm": _NETWORK_MANAGER,
    "/static/hotspot.txt": _Answer(200, text="OK"),
}
"""Answers that no host gives differently: makers of phones ask hosts of their own for the same paths."""
HOSTS = {
    "captive.apple.com": _APPLE,
    "connectivity-check.ubuntu.com": _Answer(),
    "networkcheck.kde.org": _Answer(200, text="OK"),
}
"""Answers of hosts that are asked for no path, or for any."""
_HEADERS = {"Cache-Control": "no-store", "X-NetworkManager-Status": "online"}


def application(home: str) -> web.Application:
    """Make an application that answers the probes, and leads all other requests to the page at `home`.

    It knows nothing of the game.
    """

    @web.middleware
    async def answer(request: web.Request, handler: Any) -> web.Response:
        found = PATHS.get(request.path) or HOSTS.get(_name(request.host))
        if found is None:
            return web.Response(status=302, headers={"Location": home, "Cache-Control": "no-store"})
        if found.status == 204:
            return web.Response(status=204, headers=_HEADERS)
        return web.Response(text=found.text, content_type=found.kind, headers=_HEADERS)

    return web.Application(middlewares=[answer])  # no route: a pattern would miss odd paths


def _name(host: str) -> str:
    return host.removesuffix(f":{PORT}").removesuffix(".").lower()
