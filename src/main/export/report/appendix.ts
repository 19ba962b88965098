import { html } from 'hono/html'
import type { AgeSource } from '../../../shared/domain/results/cohort.ts'
import type { Comparison, ComparisonRequest } from '../../../shared/domain/results/comparison.ts'
import { someOf } from '../../../shared/domain/results/describeCohort.ts'
import { testNames } from '../../../shared/domain/results/describeComparison.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
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
  return html`<section class="methods"><h2>${context.say(message('report.methods'))}</h2>
${fromMarkdown(methods)}</section>
${smallPrint(context)}`
}

/** Renders the settings that the numbers and figures depend on. */
export const parametersPart = (context: ReportContext): Html =>
  html`<section><h2>${context.say(message('report.parameters'))}</h2>
${factsOf(context, message('report.settingsNumbersFiguresDepend'), parametersOf(context))}</section>`

const nothing = message('report.nothing')

function parametersOf({ collected }: ReportContext): Fact[] {
  const { units, clustering, pca, clock, study, comparisons } = collected
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const [first] = comparisons
  const facts: (Fact | null | undefined | false)[] = [
    [message('report.values'), message('report.rawReturned')],
    [message('report.unitActivity'), unitOf(units.activity_unit)],
    [message('report.unitAgingOffset'), unitOf(units.aging_offset_unit)],
    clustering && [
      message('report.clustering'),
      message('comparison.twoParts', {
        first: linkages[clustering.linkage],
        second: distances[clustering.distance],
      }),
    ],
    pca && [
      message('report.principalComponents'),
      pca.scaled ? message('report.centredEachPathwayScaled') : message('report.centredNotScaledInTable'),
    ],
    clock?.predicted && [message('report.predictedAge'), describeAgeSource(clock.predicted)],
    clock?.chronological && [message('report.chronologicalAge'), describeAgeSource(clock.chronological)],
    ...(request && first ? comparisonParameters(request, first) : []),
  ]
  return facts.filter((fact) => !!fact)
}

const describeAgeSource = ({ from, name }: AgeSource): Message =>
  from === 'clock' ? message('report.pathwayClock', { name }) : message('report.fromTheRegister', { name })

function comparisonParameters(
  request: Omit<ComparisonRequest, 'of' | 'measure'>,
  { groups }: Comparison,
): Fact[] {
  const names = groups.map(({ name }) => name).join(', ')
  return [
    [
      message('report.groups'),
      'by' in request.groups
        ? message('shared.labeled', { label: request.groups.by, text: names })
        : named(names),
    ],
    [message('report.test'), testNames[request.test]],
    [message('report.pairsShareHeading'), request.pairBy === undefined ? nothing : named(request.pairBy)],
    [
      message('report.replicatesShareHeading'),
      request.replicatesBy === undefined ? nothing : named(request.replicatesBy),
    ],
    [
      message('report.adjustment'),
      groups.length > 2
        ? message('report.benjaminiHochbergQOver')
        : message('report.benjaminiHochbergQOverPathways'),
    ],
    [
      message('report.pathways'),
      request.pathways.length === 0 ? message('report.all') : joinMessages([someOf(request.pathways)]),
    ],
  ]
}

function smallPrint({ collected, say }: ReportContext): Html {
  const lines = [
    message('report.researchUseNothingDiagnosis'),
    message('report.serviceDocumentsNeitherUnit'),
    message('report.numbersRoundedReadingThree'),
    message('report.studyCapsuleSameSamples'),
    message('report.madeWithOn', {
      version: `Pathclock ${collected.version}`,
      madeAt: toUtc(collected.madeAt),
    }),
  ]
  return html`<section class="small"><h2>${say(message('report.howReadCiteReport'))}</h2>${lines.map(
    (line) => html`<p>${say(line)}</p>
`,
  )}</section>`
}
