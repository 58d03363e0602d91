/** What the server answers to `tablecheck/evidence`, and the messages between the panel and the extension. */

export interface Evidence {
    readonly key: string;
    readonly title?: string | null;
    readonly version?: number | string | null;
    readonly page?: number | null;
    readonly kind?: string;
    readonly table?: string;
    readonly caption?: string;
    /** The cited table as HTML with the cell marked; the panel lets through only elements of tables. */
    readonly tableHtml?: string;
    readonly row?: Row;
    /** The page as PNG in base64, and the cell on it: left, top, right, bottom as parts of the picture, 0 to 1. */
    readonly pagePng?: string | null;
    readonly pageBox?: readonly [number, number, number, number] | null;
}

export interface Row {
    readonly header: readonly string[];
    readonly ours: readonly string[];
    readonly theirs: readonly string[];
}

/** To the panel. `isCurrent` says whether the cursor stands on a number of this evidence. */
export interface ToPanel {
    readonly evidence: Evidence | null;
    readonly isCurrent: boolean;
    readonly hint: string;
}

/** From the panel. */
export type FromPanel = { readonly kind: "ready" };
