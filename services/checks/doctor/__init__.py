"""`voltigo doctor`: the checks for an operator at a terminal, in German, whatever state the installation is in."""
