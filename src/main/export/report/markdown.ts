import { html } from 'hono/html'
import type { Html } from './parts.ts'

/** An escaped mark, something strong, or something to the letter. */
const marks = /\\([!-/:-@[-`{-~])|\*\*((?:\\.|[^*\\])+)\*\*|`([^`]+)`/g
const item = /^\d+\. /

/** The Markdown of a methods section as parts of a page: below its title headings, paragraphs and a numbered list. */
export const fromMarkdown = (text: string): Html[] =>
  text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !block.startsWith('# '))
    .map(toBlock)

function toBlock(block: string): Html {
  if (block.startsWith('## '))
    return html`<h3>${inline(block.slice(3))}</h3>
`
  const lines = block.split('\n')
  if (lines.every((line) => item.test(line)))
    return html`<ol>${lines.map(
      (line) => html`<li>${inline(line.replace(item, ''))}</li>
`,
    )}</ol>
`
  return html`<p>${inline(block)}</p>
`
}

function inline(text: string): Html {
  const parts: (Html | string)[] = []
  let from = 0
  for (const found of text.matchAll(marks)) {
    const [matched, escaped, strong, code] = found
    parts.push(text.slice(from, found.index))
    if (escaped !== undefined) parts.push(escaped)
    else if (strong !== undefined) parts.push(html`<strong>${inline(strong)}</strong>`)
    else parts.push(html`<code>${code ?? ''}</code>`)
    from = found.index + matched.length
  }
  return html`<bdi>${parts}${text.slice(from)}</bdi>`
}
