"""Ways to print a report: one file a format."""
