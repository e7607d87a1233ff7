"""Commands that make an installation: its file of settings, the files for service manager, proxy and container, and a
new secret.
"""
