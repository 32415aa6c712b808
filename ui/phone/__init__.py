"""The page that phones load: plain files, served by `companion.app.phones.server`."""
