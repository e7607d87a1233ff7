"""How Voltigo is put onto a machine: the wheel's contents, the settings file, units, proxies, the image."""
