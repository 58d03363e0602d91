"""The published benchmarks and our own, measured by the metrics their papers define."""
