"""Reports of browsers about what a page's policy refused."""
