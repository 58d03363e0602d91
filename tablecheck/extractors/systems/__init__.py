"""Larger systems that read tables, none of them needed: a service, or models whose weights lie on disk."""
