// How findings and cards look, in light and in dark editors.

import type { Extension } from "@codemirror/state"

import type { Mirror } from "./mirror.ts"

const LIGHT = {
  "--tc-back": "#ffffff", "--tc-text": "#1b1d21", "--tc-soft": "#545a63", "--tc-line": "#d5d8dd", "--tc-panel": "#f4f5f7",
  "--tc-link": "#0b57d0", "--tc-error": "#c2122f", "--tc-warning": "#8a5300", "--tc-info": "#0b4fa8", "--tc-note": "#4b5057",
  "--tc-ours": "#fde3e6", "--tc-theirs": "#d9f2e3", "--tc-shadow": "0 6px 24px rgb(27 29 33 / 18%), 0 1px 3px rgb(27 29 33 / 14%)",
}
const DARK = {
  "--tc-back": "#23262d", "--tc-text": "#e6e8ec", "--tc-soft": "#aab1bb", "--tc-line": "#444a54", "--tc-panel": "#2b2f37",
  "--tc-link": "#8ab8ff", "--tc-error": "#ff7d87", "--tc-warning": "#f2c46d", "--tc-info": "#9cc4ff", "--tc-note": "#c3c8d0",
  "--tc-ours": "#5a2730", "--tc-theirs": "#1f4a33", "--tc-shadow": "0 6px 24px rgb(0 0 0 / 55%)",
}

export function looks(mirror: Mirror): Extension {
  return mirror.EditorView.baseTheme({
    "&light": LIGHT,
    "&dark": DARK,
    ".tc-finding": {
      textDecorationLine: "underline", textDecorationStyle: "wavy", textDecorationThickness: "1.5px", textUnderlineOffset: "3px",
      textDecorationSkipInk: "none", borderRadius: "2px", "--tc-ink": "var(--tc-note)", textDecorationColor: "var(--tc-ink)",
      backgroundColor: "color-mix(in srgb, var(--tc-ink) 13%, transparent)",
    },
    ".tc-finding::selection, .tc-finding *::selection": { textDecorationColor: "var(--tc-ink)" }, // else that of the text
    ".tc-finding.tc-error": { "--tc-ink": "var(--tc-error)" },
    ".tc-finding.tc-warning": { "--tc-ink": "var(--tc-warning)" },
    ".tc-finding.tc-info": { "--tc-ink": "var(--tc-info)" },
    ".cm-tooltip.cm-tooltip-hover:has(.tc-tooltip)": { border: "none", background: "none", zIndex: 300 },
    ".tc-popup": { position: "absolute", zIndex: 300 },
    ".tc-card": {
      boxSizing: "border-box", width: "max-content", maxWidth: "min(34rem, 92vw)", padding: "12px 14px", background: "var(--tc-back)",
      color: "var(--tc-text)", border: "1px solid var(--tc-line)", borderTop: "3px solid var(--tc-ink, var(--tc-line))",
      borderRadius: "8px", boxShadow: "var(--tc-shadow)", font: "14px/1.45 system-ui, sans-serif", margin: "2px 0", whiteSpace: "normal",
    },
    ".tc-card.tc-error": { "--tc-ink": "var(--tc-error)" },
    ".tc-card.tc-warning": { "--tc-ink": "var(--tc-warning)" },
    ".tc-card.tc-info": { "--tc-ink": "var(--tc-info)" },
    ".tc-card.tc-note": { "--tc-ink": "var(--tc-note)" },
    ".tc-card p": { margin: "6px 0" },
    ".tc-head": { display: "flex", gap: "10px", alignItems: "baseline", fontSize: "13px" },
    ".tc-badge": { fontWeight: 600, color: "var(--tc-ink)" },
    ".tc-code": { color: "var(--tc-link)", fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace", fontSize: "12px" },
    ".tc-source": { color: "var(--tc-soft)", fontSize: "13px" },
    ".tc-rows": { overflowX: "auto", margin: "8px 0", border: "1px solid var(--tc-line)", borderRadius: "6px", background: "var(--tc-panel)" },
    ".tc-rows table": { borderCollapse: "collapse", fontVariantNumeric: "tabular-nums", fontSize: "13px", width: "100%" },
    ".tc-rows th, .tc-rows td": { padding: "3px 9px", textAlign: "right", whiteSpace: "nowrap", fontWeight: 400 },
    ".tc-rows thead th": { color: "var(--tc-soft)" },
    ".tc-rows tbody th": { textAlign: "left", color: "var(--tc-soft)", position: "sticky", left: 0, background: "var(--tc-panel)" },
    ".tc-rows .tc-here": { fontWeight: 700 },
    ".tc-rows .tc-ours": { background: "var(--tc-ours)", fontWeight: 700, textDecoration: "underline wavy var(--tc-error) 1px", textUnderlineOffset: "3px" },
    ".tc-rows .tc-theirs": { background: "var(--tc-theirs)", fontWeight: 700 },
    ".tc-buttons": { display: "flex", flexWrap: "wrap", gap: "6px", marginTop: "10px" },
    ".tc-button": {
      font: "inherit", fontSize: "13px", padding: "4px 10px", borderRadius: "6px", border: "1px solid var(--tc-line)", cursor: "pointer", textAlign: "left",
      background: "var(--tc-back)", color: "var(--tc-text)",
    },
    ".tc-button:hover": { background: "var(--tc-panel)" },
    ".tc-button.tc-main": { background: "var(--tc-link)", borderColor: "var(--tc-link)", color: "var(--tc-back)", fontWeight: 600 },
    ".tc-button.tc-main:hover": { filter: "brightness(1.1)" },
    ".tc-reason": { width: "24rem" },
    ".tc-reason input": {
      boxSizing: "border-box", width: "100%", font: "inherit", padding: "5px 8px", borderRadius: "6px", border: "1px solid var(--tc-soft)",
      background: "var(--tc-back)", color: "var(--tc-text)",
    },
    ".tc-card :focus-visible": { outline: "2px solid var(--tc-link)", outlineOffset: "2px" },
  })
}
