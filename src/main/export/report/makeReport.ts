import { html, raw } from 'hono/html'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import { researchOnly, someOf, syntheticOnly } from '../../../shared/domain/results/describeCohort.ts'
import { samplesOf } from '../../../shared/domain/results/describeComparison.ts'
import type { ReportLanguage } from '../../../shared/domain/studies/documents.ts'
import { inNameOrder } from '../../../shared/domain/studies/study.ts'
import { formatThousands } from '../../../shared/format/numbers.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { CollectedStudy, DrawFigures, MakeReport, StudyFigure } from '../documents/collectStudy.ts'
import { type Say, sayIn } from '../methods/facts.ts'
import { toText } from '../methods/methods.ts'
import { ageFigures } from './ages.ts'
import { appendixOf, parametersPart } from './appendix.ts'
import { cohortFigures, cohortParts, samplesPart } from './cohort.ts'
import { comparisonFigures, comparisonParts, modelParts, questionsPart } from './comparison.ts'
import { overviewPart } from './overview.ts'
import {
  type Fact,
  factsOf,
  type Html,
  named,
  none,
  type PlannedFigure,
  paragraph,
  type ReportContext,
  toUtc,
  yesNo,
} from './reportParts.ts'
import { sampleFigures, sampleParts } from './sample.ts'

const tags = /<[a-zA-Z][^<>]*>/g

/** Converts a drawing to inline SVG, with ids that differ from other drawings, and a label for screen readers. */
function toInlineSvg(svg: string, prefix: string, title: string): string {
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

/** Allows only the content of the page itself. Figures may contain a picture of their colors. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** Creates the report as one page that needs no network, script or other file. The same study gives the same bytes. */
export function createMakeReport(drawFigures: DrawFigures): MakeReport {
  return async (collected, language, signal) => {
    const say = sayIn[language]
    const planned = plan(collected, say)
    const svgs = await drawFigures(
      planned.map(({ spec }) => spec),
      language,
      signal,
    )
    const figures = planned.map(({ name, title, caption, data }, at): StudyFigure => {
      return { name, title, caption, data, svg: svgs[at] ?? '' }
    })
    const context = createReportContext(collected, language, figures)
    return { html: String(await pageOf(context, toText(collected, language))), figures }
  }
}

const plan = (collected: CollectedStudy, say: Say): PlannedFigure[] =>
  collected.study.kind === 'sample'
    ? sampleFigures(collected, say)
    : [...cohortFigures(collected, say), ...comparisonFigures(collected, say), ...ageFigures(collected, say)]

function createReportContext(
  collected: CollectedStudy,
  language: ReportLanguage,
  figures: readonly StudyFigure[],
): ReportContext {
  const say = sayIn[language]
  let [figuresShown, tablesShown] = [0, 0]
  return {
    collected,
    say,
    language,
    figure(name) {
      // The names of box plots start with their position, followed by the pathway.
      const found = figures.find((one) => one.name === name || one.name.startsWith(`${name}-`))
      if (!found || found.svg === '') return ''
      figuresShown += 1
      return figureOf(found, figuresShown, say)
    },
    tableNumber: () => ++tablesShown,
  }
}

const figureOf = ({ title, caption, svg }: StudyFigure, number: number, say: Say): Html =>
  html`<figure>
${raw(toInlineSvg(svg, `f${number}`, title))}
<figcaption><strong>${say(message('report.figure', { number }))} ${named(title)}.</strong> ${named(caption)}</figcaption>
</figure>`

function pageOf(context: ReportContext, methods: string): Html {
  const { collected, say, language } = context
  const footer = [
    `Pathclock ${collected.version}`,
    say(researchOnly),
    ...(collected.synthetic ? [say(syntheticData)] : []),
  ].join(' · ')
  // Figures and tables are numbered in the order in which they are rendered.
  const head = html`${headOf(context)}${parametersPart(context)}`
  const body =
    collected.study.kind === 'sample'
      ? sampleParts(context)
      : html`${cohortParts(context)}${comparisonParts(context)}${modelParts(context)}${samplesPart(context)}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Pathclock ${collected.version}">
<title>${titleOf(context)}</title>
<style>${raw(styleOf(footer))}</style>
</head>
<body>
${head}
<main>
${body}
${appendixOf(context, methods)}
</main>
</body>
</html>
`
}

function titleOf({ collected, say }: ReportContext): string {
  const { study, record, sampleIds, samples, facts } = collected
  if (record) return record.name
  if (study.kind === 'cohort')
    return say(message('report.pathwayReport', { count: samplesOf(sampleIds.length) }))
  const registered = facts.find(({ name }) => name === 'client_reference')?.value
  return say(
    message('report.pathwayReportSample', {
      registered: String(registered ?? samples[0]?.clientReference ?? study.sampleId),
    }),
  )
}

function headOf(context: ReportContext): Html {
  const { collected, say } = context
  const { study, record, synthetic } = collected
  const of =
    study.kind === 'sample'
      ? message('report.oneSampleService', { sampleId: study.sampleId })
      : record
        ? samplesOf(collected.sampleIds.length)
        : describeSampleChoice(study.of)
  return html`<header>
<h1>${named(titleOf(context))}</h1>
<p class="of">${named(record?.question || say(of))}</p>
<p class="research">${say(researchOnly)}</p>
</header>
${synthetic ? html`<div class="synthetic" role="note"><strong>${say(syntheticData)}</strong> · ${say(syntheticText)}</div>` : ''}
${overviewPart(context)}
${questionsPart(context)}
<section aria-labelledby="glance">
<h2 id="glance">${say(message('report.atAGlance'))}</h2>
${factsOf(context, message('report.whatReportMade'), overviewRows(context))}
${paragraph(context, noneHint)}
</section>`
}

const syntheticData = message('report.syntheticData')
const syntheticText = message('report.serviceMarkedDataSynthetic')
const noneHint = message('report.standsValueNotReturned')

function overviewRows({ collected }: ReportContext): Fact[] {
  const { services, oldestFetchedAt: oldest, newestFetchedAt: newest } = collected
  const { pathways, totalSamples, withoutResult } = collected.values.activity
  const time = (at: string | null) => (at === null ? message('report.nothingFetched') : toUtc(at))
  const ofSamples: Fact[] = [
    [message('report.samples'), formatThousands(collected.sampleIds.length)],
    [message('report.pathwayAnalysis'), formatThousands(totalSamples)],
    [message('report.withoutPathwayAnalysis'), formatThousands(withoutResult)],
    [message('report.groups'), describeGroups(collected)],
  ]
  return [
    ...(collected.study.kind === 'sample' ? [] : ofSamples),
    [message('report.pathways'), formatThousands(pathways.length)],
    [message('report.services'), services.length === 0 ? none : named(services.join(', '))],
    [message('report.firstFetched'), time(oldest)],
    [message('report.lastFetched'), time(newest)],
    [message('report.synthetic'), collected.synthetic ? syntheticOnly : yesNo(false)],
    [message('report.madeWith'), `Pathclock ${collected.version}`],
    [message('report.madeAt'), toUtc(collected.madeAt)],
  ]
}

const maxGroups = 20

function describeGroups({ samples, groups: { groupOf, styles } }: CollectedStudy): Message | string {
  const counts = Map.groupBy(samples, ({ sampleId }) => groupOf.get(sampleId) ?? null)
  const names = [...new Set([...styles.keys(), ...inNameOrder([...groupOf.values()]), null])]
  const groups = names.flatMap((name) => {
    const count = counts.get(name)?.length ?? 0
    return count > 0
      ? [message('shared.inParentheses', { text: name ?? noGroup, note: formatThousands(count) })]
      : []
  })
  if (groups.length === 0) return none
  const first = joinMessages(groups.slice(0, maxGroups), ', ')
  return groups.length <= maxGroups
    ? first
    : message('shared.andMore', { first, count: groups.length - maxGroups })
}

const noGroup = message('report.noGroup')

function describeSampleChoice(of: SampleChoice): Message {
  if ('sampleIds' in of) return message('report.personChoseOneOne', { count: samplesOf(of.sampleIds.length) })
  const { text = '', filter, except = [] } = of
  const conditions = [
    ...(text.trim() === ''
      ? []
      : [message('shared.labeled', { label: message('report.text'), text: `“${text}”` })]),
    ...Object.entries(filter).map(([name, value]) =>
      message('shared.labeled', { label: filterNames[name] ?? name, text: describeValue(name, value) }),
    ),
  ]
  const description =
    conditions.length === 0
      ? message('report.allSamplesRegister')
      : message('report.samplesRegister', { conditions: joinMessages(conditions, ', ') })
  return except.length === 0
    ? description
    : joinMessages([description, message('report.leftOutHand', { count: samplesOf(except.length) })])
}

const filterNames: Readonly<Record<string, Message>> = {
  states: message('report.state'),
  stages: message('report.state'),
  group: message('report.group'),
  tag: message('report.tag'),
  batchId: message('shared.import'),
  synthetic: message('report.syntheticFilter'),
  hasResult: message('report.withAnAnalysis'),
}

function describeValue(name: string, value: unknown): Message | string {
  if (typeof value === 'boolean') return yesNo(value)
  if (value === null) return name === 'group' ? noGroup : none
  if (Array.isArray(value)) return joinMessages([someOf(value.map(String))])
  return typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
}

/** The page's styles. In print on A4, tables repeat their headers on every page, and figures and rows are not split. */
const styleOf = (footer: string): string => `
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
  .overview { break-after: page; }
  .scroll { overflow: visible; }
  .synthetic, .notes { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
