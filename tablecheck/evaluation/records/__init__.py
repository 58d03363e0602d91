"""Tables as records, scored as Schema-to-JSON scores them (Bai et al., arXiv 2305.14336)."""
