"""Everything joined: camera, reader, session, lights, buttons and screen. Only here all packages meet."""
