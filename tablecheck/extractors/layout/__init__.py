"""The models that come with PyMuPDF 2: where they see tables, rows and columns."""
