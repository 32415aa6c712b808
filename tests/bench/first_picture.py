"""Starts `companion` as a user does, and ends when its start page is on the screen, for `tests.bench.start`.

Imports nothing else of the project: it runs with another checkout too, and the start's own imports count.
"""

import json
import os
import resource
import sys
from time import monotonic
from typing import Any


def main() -> None:
    """Write seconds since the first argument, a monotonic time, and CPU seconds to stdout, then exit."""
    born = float(sys.argv.pop(1))
    from companion import cli
    from ui import app as window

    run = window.run

    def watched(*args: Any, **kwargs: Any) -> None:
        from kivy.app import App
        from kivy.core.window import Window

        def drawn(_: object) -> None:
            app = App.get_running_app()
            if app is None or app.root is None or app.root.current != "start":
                return
            Window.flip()
            used = resource.getrusage(resource.RUSAGE_SELF)
            print(json.dumps([monotonic() - born, used.ru_utime + used.ru_stime]), flush=True)
            os._exit(0)

        Window.bind(on_flip=drawn)
        run(*args, **kwargs)

    window.run = watched
    cli.main()


if __name__ == "__main__":
    main()
