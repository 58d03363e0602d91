"""Chat models behind any server that speaks OpenAI's protocol: asking, what it costs, and reading what they reply."""
