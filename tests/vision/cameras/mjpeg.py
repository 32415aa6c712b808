"""Simulated phone camera: MJPEG over HTTP in the format of a phone app; can be unplugged."""

import base64
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np


class Phone:
    """Sends plain grey pictures while it is `on`; `port` stays the same when it restarts."""

    def __init__(self, port: int = 0, grey: int = 90, password: bytes = b"") -> None:
        self.grey, self.on = grey, True
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                said = self.headers.get("Authorization", "").removeprefix("Basic ")
                if password not in base64.b64decode(said):
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="phone"')
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                while phone.on:
                    picture = np.full((48, 64, 3), phone.grey, np.uint8)
                    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                    try:
                        self.wfile.write(head.encode() + jpeg + b"\r\n")
                    except OSError:
                        return
                    phone.sent.wait(0.01)

            def log_message(self, *_: object) -> None:
                return None

        self.sent = threading.Event()
        ThreadingHTTPServer.allow_reuse_address = True
        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def unplug(self) -> None:
        self.on = False
        self.sent.set()
        self._server.shutdown()
        self._server.server_close()
