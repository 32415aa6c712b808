"""The application layer: joins camera, reader, session, lights, buttons and screen.

Only this layer imports all packages.
"""
