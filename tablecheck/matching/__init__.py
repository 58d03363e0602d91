"""Who repeats whom: which table, then which rows, columns and cells, and why some do not agree."""
