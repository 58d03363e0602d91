"""WikiDT: tables on pictures of Wikipedia pages, found, read, and picked for a question (by Amazon Science)."""
