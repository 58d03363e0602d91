"""One LaTeX reader, for manuscripts and for the LaTeX sources of cited papers."""
