import { html } from 'hono/html'
import type { AgeSource } from '../../../shared/domain/results/cohort.ts'
import type { Comparison, ComparisonRequest } from '../../../shared/domain/results/comparison.ts'
import { someOf } from '../../../shared/domain/results/describeCohort.ts'
import { testNames } from '../../../shared/domain/results/describeComparison.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { distances, linkages } from './cohort.ts'
import { type Fact, factsOf, type Html, named, type ReportContext, toUtc, unitOf } from './reportParts.ts'

/** An escaped character, bold text or code. */
const marks = /\\([!-/:-@[-`{-~])|\*\*((?:\\.|[^*\\])+)\*\*|`([^`]+)`/g
const item = /^\d+\. /

/** Converts the Markdown of a methods section to HTML, without its title: headings, paragraphs and a numbered list. */
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

/** Renders the methods, as for a paper, and the notes on how to read the numbers. */
export const appendixOf = (context: ReportContext, methods: string): Html => {
  return html`<section class="methods"><h2>${context.say(message`Methods`)}</h2>
${fromMarkdown(methods)}</section>
${smallPrint(context)}`
}

/** Renders the settings that the numbers and figures depend on. */
export const parametersPart = (context: ReportContext): Html =>
  html`<section><h2>${context.say(message`Parameters`)}</h2>
${factsOf(context, message`Settings that the numbers and figures depend on`, parametersOf(context))}</section>`

const nothing = message`nothing`

function parametersOf({ collected }: ReportContext): Fact[] {
  const { units, clustering, pca, clock, study, comparisons } = collected
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const [first] = comparisons
  const facts: (Fact | null | undefined | false)[] = [
    [message`Values`, message`raw, as returned`],
    [message`Unit of activity`, unitOf(units.activity_unit)],
    [message`Unit of aging offset`, unitOf(units.aging_offset_unit)],
    clustering && [
      message`Clustering`,
      message`${linkages[clustering.linkage]}; ${distances[clustering.distance]}`,
    ],
    pca && [
      message`Principal components`,
      pca.scaled ? message`centred, each pathway scaled to SD 1` : message`centred, not scaled`,
    ],
    clock?.predicted && [message`Predicted age`, describeAgeSource(clock.predicted)],
    clock?.chronological && [message`Chronological age`, describeAgeSource(clock.chronological)],
    ...(request && first ? comparisonParameters(request, first) : []),
  ]
  return facts.filter((fact) => !!fact)
}

const describeAgeSource = ({ from, name }: AgeSource): Message =>
  from === 'clock' ? message`${name}, from pathway-clock` : message`${name}, from the register`

function comparisonParameters(
  request: Omit<ComparisonRequest, 'of' | 'measure'>,
  { groups }: Comparison,
): Fact[] {
  const names = groups.map(({ name }) => name).join(', ')
  return [
    [message`Groups`, 'by' in request.groups ? message`${request.groups.by}: ${names}` : named(names)],
    [message`Test`, testNames[request.test]],
    [message`Pairs share`, request.pairBy === undefined ? nothing : named(request.pairBy)],
    [message`Replicates share`, request.replicatesBy === undefined ? nothing : named(request.replicatesBy)],
    [
      message`Adjustment`,
      groups.length > 2
        ? message`Benjamini–Hochberg (q) over the pathways of one measure; Holm over the pairs of one pathway`
        : message`Benjamini–Hochberg (q) over the pathways of one measure`,
    ],
    [message`Pathways`, request.pathways.length === 0 ? message`all` : message`${someOf(request.pathways)}`],
  ]
}

function smallPrint({ collected, say }: ReportContext): Html {
  const lines = [
    message`Research use only. Nothing here is a diagnosis, a prediction of health or advice to a person.`,
    message`The service documents neither unit nor range of activity and aging offset, nor how they are made. That a positive offset means “older than expected” is assumed. Values are shown as they were returned.`,
    message`Numbers are rounded for reading: three decimals from 0.1 to 1,000. Calculations use full precision; tables that are exported have it.`,
    message`A study capsule of the same samples holds the raw answers, the tables and their SHA-256 sums. Cite the sum of the capsule beside this report, so that others can check that they look at the same numbers.`,
    message`Made with ${`Pathclock ${collected.version}`} on ${toUtc(collected.madeAt)}.`,
  ]
  return html`<section class="small"><h2>${say(message`How to read and cite this report`)}</h2>${lines.map(
    (line) => html`<p>${say(line)}</p>
`,
  )}</section>`
}
