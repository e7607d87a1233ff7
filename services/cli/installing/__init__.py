"""Commands that make an installation: its file of settings, and the files for service manager, proxy and container."""
