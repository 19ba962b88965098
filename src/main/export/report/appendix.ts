import { html } from 'hono/html'
import type { AgeSource } from '../../../shared/domain/results/cohort.ts'
import { factsOf, formatSome, type Html, named, type ReportContext, toUtc } from './reportParts.ts'
import type { Words } from './wordsEn.ts'

/** An escaped mark, something strong, or something to the letter. */
const marks = /\\([!-/:-@[-`{-~])|\*\*((?:\\.|[^*\\])+)\*\*|`([^`]+)`/g
const item = /^\d+\. /

/** The Markdown of a methods section as parts of a page: below its title headings, paragraphs and a numbered list. */
const fromMarkdown = (text: string): Html[] =>
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

/** How the numbers were made, and how they are to be read. `methods`: as one writes for a paper. */
export const appendixOf = (context: ReportContext, methods: string): Html => {
  const { words } = context
  return html`<section class="methods"><h2>${words.methods.heading}</h2>
${fromMarkdown(methods)}</section>
${smallPrint(context)}`
}

/** Settings that the numbers and figures depend on. */
export const parametersPart = (context: ReportContext): Html => {
  const { parameters: labels } = context.words
  return html`<section><h2>${labels.heading}</h2>
${factsOf(context, labels.caption, parametersOf(context))}</section>`
}

function parametersOf({ collected, words }: ReportContext): (readonly [string, Html | string])[] {
  const { parameters: labels } = words
  const { units, clustering, pca, clock } = collected
  return [
    [labels.view, labels.raw],
    [labels.activityUnit, words.unit(units.activity_unit || undefined)],
    [labels.offsetUnit, words.unit(units.aging_offset_unit || undefined)],
    ...(clustering
      ? [
          [
            labels.clustering,
            `${words.heatmap.linkages[clustering.linkage]}; ${words.heatmap.distances[clustering.distance]}`,
          ] as const,
        ]
      : []),
    ...(pca ? [[labels.pca, pca.scaled ? labels.scaled : labels.centred] as const] : []),
    ...(clock?.predicted ? [[labels.predicted, named(describeSource(clock.predicted, words))] as const] : []),
    ...(clock?.chronological
      ? [[labels.chronological, named(describeSource(clock.chronological, words))] as const]
      : []),
    ...comparisonParameters({ collected, words }),
  ]
}

const describeSource = ({ from, name }: AgeSource, { clock }: Words): string => clock.sources[from](name)

function comparisonParameters({ collected, words }: Pick<ReportContext, 'collected' | 'words'>) {
  const { parameters: labels } = words
  const { study, comparisons } = collected
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const [first] = comparisons
  if (!request || !first) return []
  const names = words.list(first.groups.map(({ name }) => name))
  return [
    [labels.groups, named('by' in request.groups ? words.colon(request.groups.by, names) : names)],
    [labels.test, words.comparison.tests[request.test]],
    [labels.pairs, named(request.pairBy ?? labels.nothing)],
    [labels.replicates, named(request.replicatesBy ?? labels.nothing)],
    [labels.adjustment, first.groups.length > 2 ? labels.adjustedHolm : labels.adjusted],
    [
      labels.pathways,
      request.pathways.length === 0 ? labels.all : named(formatSome(request.pathways, words)),
    ],
  ] as const
}

function smallPrint({ collected, words }: ReportContext): Html {
  const { small } = words
  const lines = [
    small.research,
    small.undocumented,
    small.numbers,
    small.cite,
    small.madeWith(`Pathclock ${collected.version}`, toUtc(collected.madeAt)),
  ]
  return html`<section class="small"><h2>${small.heading}</h2>${lines.map(
    (line) => html`<p>${line}</p>
`,
  )}</section>`
}
