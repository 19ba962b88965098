/** Of the page; prints on A4 with heads of tables on every page, and no figure or row in two. */
export const styleOf = (footer: string): string => `
:root { color-scheme: light; --ink: #1b1f24; --quiet: #5a6370; --line: #d9dee4; --accent: #0b7a75; --ground: #f5f7f8; }
* { box-sizing: border-box; }
html { font: 13px/1.5 Inter, "Helvetica Neue", Arial, "Noto Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: #fff; -webkit-text-size-adjust: 100%; }
body { max-width: 960px; margin: 0 auto; padding: 32px 24px 48px; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
header { border-bottom: 2px solid var(--accent); padding-bottom: 12px; margin-bottom: 16px; }
h1 { font-size: 24px; line-height: 1.25; font-weight: 600; margin: 0 0 4px; }
h2 { font-size: 18px; line-height: 1.3; font-weight: 600; margin: 32px 0 8px; }
h3 { font-size: 14px; font-weight: 600; margin: 20px 0 6px; }
p { margin: 0 0 8px; max-width: 75ch; }
ul { margin: 0 0 8px; padding-inline-start: 18px; max-width: 75ch; }
.of { font-size: 14px; color: var(--quiet); }
.research { font-weight: 600; }
.synthetic { border: 1px solid #b7791f; border-inline-start-width: 4px; background: #fff8e6; padding: 8px 12px; margin: 0 0 16px; border-radius: 4px; }
.hint, .small p { color: var(--quiet); font-size: 12px; }
.notes { background: var(--ground); border-radius: 4px; padding: 8px 12px; margin: 8px 0 12px; }
.notes p { font-weight: 600; margin-bottom: 4px; }
.methods code { font: 0.92em ui-monospace, Menlo, Consolas, monospace; }
.methods ol { margin: 0 0 8px; padding-inline-start: 22px; max-width: 75ch; }
table { border-collapse: collapse; width: 100%; font-size: 12px; line-height: 1.35; margin: 4px 0 12px; }
caption { text-align: start; font-weight: 600; padding: 4px 0; }
caption .hint { font-weight: 400; }
th, td { padding: 3px 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { font-weight: 600; border-bottom: 1px solid var(--quiet); vertical-align: bottom; }
* + td, * + th { padding-inline-start: 12px; }
td.number, th.number { text-align: end; white-space: nowrap; }
thead th.number { white-space: normal; }
tr.faded > * { color: var(--quiet); }
.narrow { width: auto; min-width: 60%; }
.facts th { color: var(--quiet); padding-inline-end: 12px; white-space: nowrap; }
.id { overflow-wrap: anywhere; }
.time { white-space: nowrap; }
figure { margin: 12px 0 20px; break-inside: avoid; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { font-size: 12px; color: var(--quiet); max-width: 100ch; margin-top: 4px; }
figcaption strong { color: var(--ink); font-weight: 600; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 16px; }
.scroll { overflow-x: auto; }
@page {
  size: A4; margin: 16mm 15mm 18mm;
  @bottom-left { content: "${footer}"; font: 8pt Inter, Arial, "Noto Sans CJK SC", sans-serif; color: #5a6370; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt Inter, Arial, sans-serif; color: #5a6370; }
}
@media print {
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  table { font-size: 8pt; }
  .hint, figcaption, .small p { font-size: 8.5pt; }
  figure svg { width: auto; max-height: 215mm; }
  thead { display: table-header-group; }
  tr, .synthetic, .notes li { break-inside: avoid; }
  h2 { margin-top: 20px; }
  h2, h3, caption { break-after: avoid; }
  .comparison, .measure + .measure { break-before: page; }
  .scroll { overflow: visible; }
  .synthetic, .notes { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
