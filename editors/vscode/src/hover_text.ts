/** The Markdown of hovers. */

/** Take out the paragraphs that repeat findings: each begins with a link to the page of its rule. */
export function withoutFindings(markdown: string): string {
    const paragraphs = markdown.split("\n\n");
    const kept = paragraphs.filter((paragraph) => !/^\[TC\d{3} [\w-]+\]\(/.test(paragraph));
    return kept.length ? kept.join("\n\n") : markdown;
}

/** Put a space behind each cell of a table: the editor draws columns without any between them. */
export function withRoom(markdown: string): string {
    const isRow = (line: string): boolean => line.startsWith("| ") && !line.startsWith("| ---");
    return markdown
        .split("\n")
        .map((line) => (isRow(line) ? line.replace(/ \|(?= |$)/g, "&ensp; |") : line))
        .join("\n");
}
