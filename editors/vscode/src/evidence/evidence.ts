/** What the server answers to `tablecheck/evidence`, and the messages between the panel and the extension. */

export interface Evidence {
    readonly key: string;
    readonly title?: string | null;
    readonly version?: number | null;
    readonly page?: number | null;
    readonly kind?: string;
    readonly caption?: string;
    /** Whether the two numbers agree. */
    readonly agrees?: boolean;
    /** The cited table as HTML with the cell marked; the panel lets through only elements of tables. */
    readonly tableHtml?: string;
    readonly row?: Row;
    /** The page as PNG in base64, with a frame around the cell. */
    readonly pagePng?: string | null;
    /** The width and the height of the page in PDF points. */
    readonly pageSize?: readonly [number, number] | null;
    /** The cell on the page: left, top, right, bottom in PDF points. */
    readonly pageBox?: Box | null;
}

export type Box = readonly [number, number, number, number];

/** The same columns of both rows; `here` is the one under the cursor. */
export interface Row {
    readonly header: readonly string[];
    readonly ours: readonly string[];
    readonly theirs: readonly string[];
    readonly here?: number | null;
}

/** To the panel. `isCurrent` says whether the cursor stands on a number of this evidence. */
export interface ToPanel {
    readonly evidence: Evidence | null;
    readonly isCurrent: boolean;
    readonly hint: string;
}

/** From the panel. */
export type FromPanel = { readonly kind: "ready" };
