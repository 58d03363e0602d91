"""Well-known tools as extractors, to be compared with; they are used only when they are asked for."""
