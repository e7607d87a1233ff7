"""How the installation is and what helps: the checks of `voltigo doctor` and of the console, and what is measured."""
