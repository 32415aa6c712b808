"""Page to join a wireless network on a machine without keyboard."""

from functools import partial

from kivy.app import App

from ui.machine_service import NetworkLook, WirelessNetwork
from ui.screens.scan_page import ScanPage
from ui.widgets.rows import Row
from ui.widgets.text_sheet import TextSheet


class NetworksPage(ScanPage):
    """List of networks; the one in use comes first, with a check mark."""

    icon = "chart"

    def begin(self) -> None:
        """Start the scan."""
        self.machine.look_for_networks()

    def found(self) -> NetworkLook:
        """Networks in range."""
        return self.machine.networks()

    def refresh_text(self) -> None:
        """Show everything anew."""
        app = App.get_running_app()
        tr, look = app.tr, self.found()
        said = tr.gettext("Touch the network to join.")
        if look.problem:
            said = app.explain(look.problem)
        elif look.busy or look.found is None:
            said = tr.gettext("One moment …")
        elif look.silent:
            said = look.silent.say(tr)
        elif not look.found:
            said = tr.gettext("No network is near.")
        rows = [self._row(network, look.busy) for network in look.found or ()]
        if look.repair and not look.busy:
            country = look.repair == "country" and not self._country()
            title = tr.gettext("Choose the country") if country else tr.gettext("Switch the Wi-Fi on")
            rows = [Row(title, self.repair, "wifi", keep=True)]
        self.show(tr.gettext("Network"), said, look.problem is not None, rows)

    def choose(self, network: WirelessNetwork) -> TextSheet | None:
        """Join a network; asks for its password if it needs one."""
        if network.locked:
            return TextSheet(network.name, partial(self._join, network))
        self.machine.join(network, "")
        self.refresh_text()
        return None

    def repair(self) -> None:
        """Switch the radio on; asks for the country if it must be set and was never chosen."""
        wanted = self.found().repair == "country"
        if wanted and not self._country():
            App.get_running_app().open("country")
            return
        self.machine.switch_wireless_on(self._country() if wanted else "")
        self.refresh_text()

    def _country(self) -> str:
        country: str = App.get_running_app().controller.profiles.preferences().country
        return country

    def _join(self, network: WirelessNetwork, password: str) -> None:
        self.machine.join(network, password)
        self.refresh_text()

    def _row(self, network: WirelessNetwork, busy: bool) -> Row:
        icon = "check" if network.joined else "lock" if network.locked else "lock_open"
        act = None if busy else (lambda: None) if network.joined else partial(self.choose, network)
        return Row(f"{network.name} · {network.strength} %", act, icon, network.joined, keep=True)
