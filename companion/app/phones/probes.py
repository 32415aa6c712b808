"""Answers to the requests by which a phone finds out whether its Wi-Fi leads to the internet.

In the app's own Wi-Fi nothing does. A phone that gets no answer may leave it, or uses mobile data instead.
"""

from typing import NamedTuple

from aiohttp import web

PORT = 80
"""Phones ask there; systemd/companion.service lets the app use it."""


class _Answer(NamedTuple):
    status: int = 204
    kind: str = "text/plain"
    text: str = ""


_APPLE = _Answer(200, "text/html", "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
_WINDOWS = _Answer(200, text="Microsoft Connect Test")
_FIREFOX = _Answer(
    200, "text/html", '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
)  # fmt: skip
ANSWERS = {
    ("connectivitycheck.gstatic.com", "/generate_204"): _Answer(),
    ("connectivitycheck.android.com", "/generate_204"): _Answer(),
    ("clients3.google.com", "/generate_204"): _Answer(),
    ("captive.apple.com", "/"): _APPLE,
    ("captive.apple.com", "/hotspot-detect.html"): _APPLE,
    ("www.msftconnecttest.com", "/connecttest.txt"): _WINDOWS,
    ("www.msftncsi.com", "/ncsi.txt"): _Answer(200, text="Microsoft NCSI"),
    ("detectportal.firefox.com", "/canonical.html"): _FIREFOX,
    ("detectportal.firefox.com", "/success.txt"): _Answer(200, text="success\n"),
}
"""By host and path. systemd/companion-probes.conf leads the same hosts to this machine."""


def application() -> web.Application:
    """Make an application that answers exactly these requests and knows nothing of the game."""
    app = web.Application()
    app.router.add_get("/{path:.*}", _answer)
    return app


async def _answer(request: web.Request) -> web.Response:
    found = ANSWERS.get((request.host.removesuffix(f":{PORT}").lower(), request.path))
    if found is None:
        raise web.HTTPMisdirectedRequest(text="unknown host")
    headers = {"Cache-Control": "no-store"}
    if found.status == 204:
        return web.Response(status=204, headers=headers)
    return web.Response(text=found.text, content_type=found.kind, headers=headers)
