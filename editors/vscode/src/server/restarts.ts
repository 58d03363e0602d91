/** When a server that died is started again, and when it is left alone. */

const MOST = 4;
const WITHIN = 3 * 60_000; // milliseconds; the numbers are those of vscode-languageclient

/** Remember a death at a time in milliseconds; gives whether the server may be started again. */
export function restartsLeft(deaths: number[], now: number): boolean {
    deaths.push(now);
    while (deaths.length > MOST + 1) deaths.shift();
    return deaths.length <= MOST || now - (deaths[0] ?? now) > WITHIN;
}
