"""Erases a person: what goes, what stays as a statistic, what the law keeps."""
