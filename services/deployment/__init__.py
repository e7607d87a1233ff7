"""Deployment: the wheel's contents, the settings file, systemd units, proxies, the container image."""
