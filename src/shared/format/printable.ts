/** The policy that keeps a page from fetching anything or running a script, whatever it contains. */
export const printPolicy =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export type PageSize = { widthMm?: number | undefined; heightMm?: number | undefined }

/**
 * Returns a page that is safe to print: adds the policy and the sheet size before everything else, so that nothing
 * comes before the policy and the page's own sheet rules override the default size.
 */
export function toPrintable(html: string, { widthMm, heightMm }: PageSize): string {
  const sized = widthMm !== undefined && heightMm !== undefined
  const sheet = sized ? `size: ${widthMm}mm ${heightMm}mm; margin: 0` : 'size: A4'
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${printPolicy}"><style>@page { ${sheet} }</style>`
  // An HTML parser moves these elements into the head and merges the page's own `html` and `head` tags into it.
  return `<!doctype html>${head}${html.replace(/^\uFEFF?\s*<!doctype[^>]*>/i, '')}`
}
