/** Nothing is fetched and no script runs, whatever the page holds. */
export const printPolicy =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export type PageSize = { widthMm?: number | undefined; heightMm?: number | undefined }

/**
 * A page that can be printed safely: its policy, and the size of its sheets. Both stand before all that the page says, so
 * that nothing comes before the policy, and that the page's own rules for its sheets count where no size is given.
 */
export function toPrintable(html: string, { widthMm, heightMm }: PageSize): string {
  const sized = widthMm !== undefined && heightMm !== undefined
  const sheet = sized ? `size: ${widthMm}mm ${heightMm}mm; margin: 0` : 'size: A4'
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${printPolicy}"><style>@page { ${sheet} }</style>`
  // A reader of HTML makes the head of these; what `html` and `head` of the page say is joined to it.
  return `<!doctype html>${head}${html.replace(/^\uFEFF?\s*<!doctype[^>]*>/i, '')}`
}
