const tags = /<[a-zA-Z][^<>]*>/g

/**
 * A drawing as part of a page beside others: without the head of a document, its ids told apart from those of the others,
 * and named for those who do not see it.
 */
export function toInlineSvg(svg: string, prefix: string, title: string): string {
  const from = svg.indexOf('<svg')
  if (from < 0) return ''
  const body = svg.slice(from).replace(tags, (tag) =>
    tag
      .replace(/(\sid=["'])/g, `$1${prefix}-`)
      .replace(/(url\(["']?#)/g, `$1${prefix}-`)
      .replace(/(\s(?:xlink:)?href=["']#)/g, `$1${prefix}-`),
  )
  const named = / role=/.test(body.slice(0, body.indexOf('>'))) ? '' : ' role="img"'
  const label = / aria-label=/.test(body.slice(0, body.indexOf('>'))) ? '' : ` aria-label="${escaped(title)}"`
  return body.replace('<svg', () => `<svg${named}${label}`)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
