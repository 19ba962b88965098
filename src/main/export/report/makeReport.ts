import { html, raw } from 'hono/html'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { ReportLanguage } from '../../../shared/domain/results/study.ts'
import type {
  CollectedStudy,
  DrawFigures,
  MakeReport,
  StudyFigure,
  WriteMethods,
} from '../study/collectStudy.ts'
import { appendixOf, parametersPart } from './appendix.ts'
import { cohortFigures, cohortParts, samplesPart } from './cohort.ts'
import { comparisonFigures, comparisonParts } from './comparison.ts'
import {
  factsOf,
  formatSome,
  type Html,
  named,
  type PlannedFigure,
  paragraphs,
  type ReportContext,
  toUtc,
  wordsOf,
} from './reportParts.ts'
import { sampleFigures, sampleParts } from './sample.ts'
import type { Words } from './wordsEn.ts'

const tags = /<[a-zA-Z][^<>]*>/g

/**
 * A drawing as part of a page beside others: without the head of a document, its ids distinguished from those of the others,
 * and named for those who do not see it.
 */
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

/** Nothing but what stands in the page itself; a figure may hold a picture of its colours. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** One page for people that needs no network, no script and no other file. The same study gives the same bytes. */
export function createMakeReport(options: {
  drawFigures: DrawFigures
  writeMethods: WriteMethods
}): MakeReport {
  const { drawFigures, writeMethods } = options
  return async (collected, language, signal) => {
    const words = wordsOf[language]
    const planned = plan(collected, words)
    const svgs = await drawFigures(
      planned.map(({ spec }) => spec),
      language,
      signal,
    )
    const figures = planned.map(({ name, title, caption, data }, at): StudyFigure => {
      return { name, title, caption, data, svg: svgs[at] ?? '' }
    })
    const context = createReportContext(collected, language, words, figures)
    const methods = writeMethods(collected, language).text
    return { html: String(await pageOf(context, methods)), figures }
  }
}

const plan = (collected: CollectedStudy, words: Words): PlannedFigure[] =>
  collected.study.kind === 'sample'
    ? sampleFigures(collected, words)
    : [...cohortFigures(collected, words), ...comparisonFigures(collected, words)]

function createReportContext(
  collected: CollectedStudy,
  language: ReportLanguage,
  words: Words,
  figures: readonly StudyFigure[],
): ReportContext {
  let [figuresShown, tablesShown] = [0, 0]
  return {
    collected,
    words,
    language,
    figure(name) {
      // Boxes are requested by their place; their pathway stands behind it.
      const found = figures.find((one) => one.name === name || one.name.startsWith(`${name}-`))
      if (!found || found.svg === '') return ''
      figuresShown += 1
      return figureOf(found, figuresShown, words)
    },
    tableNumber: () => ++tablesShown,
  }
}

const figureOf = ({ title, caption, svg }: StudyFigure, number: number, words: Words): Html =>
  html`<figure>
${raw(toInlineSvg(svg, `f${number}`, title))}
<figcaption><strong>${words.figure(number)} ${named(title)}.</strong> ${named(caption)}</figcaption>
</figure>`

function pageOf(context: ReportContext, methods: string): Html {
  const { collected, words, language } = context
  const footer = [
    `Pathclock ${collected.version}`,
    words.research,
    ...(collected.synthetic ? [words.synthetic.title] : []),
  ].join(' · ')
  // Figures and tables are numbered in the order in which they are requested.
  const head = html`${headOf(context)}${parametersPart(context)}`
  const body =
    collected.study.kind === 'sample'
      ? sampleParts(context)
      : html`${cohortParts(context)}${comparisonParts(context)}${samplesPart(context)}`
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

/** Also the name of the document in a window and a PDF. */
function titleOf({ collected, words }: ReportContext): string {
  const { study, sampleIds, samples, facts } = collected
  if (study.kind === 'cohort') return words.title.cohort(sampleIds.length)
  const registered = facts.find(({ name }) => name === 'client_reference')?.value
  return words.title.sample(String(registered ?? samples[0]?.clientReference ?? study.sampleId))
}

function headOf(context: ReportContext): Html {
  const { collected, words } = context
  const { study, synthetic } = collected
  const of = study.kind === 'sample' ? words.of.sample(study.sampleId) : describeSampleChoice(study.of, words)
  return html`<header>
<h1>${named(titleOf(context))}</h1>
<p class="of">${named(of)}</p>
<p class="research">${words.research}</p>
</header>
${synthetic ? html`<div class="synthetic" role="note"><strong>${words.synthetic.title}</strong> · ${words.synthetic.text}</div>` : ''}
<section aria-labelledby="glance">
<h2 id="glance">${words.glance.title}</h2>
${factsOf(context, words.glance.caption, overviewRows(context))}
${paragraphs([words.noneHint])}
</section>`
}

function overviewRows({ collected, words }: ReportContext): (readonly [string, Html | string])[] {
  const { glance } = words
  const { services, oldestFetchedAt: oldest, newestFetchedAt: newest } = collected
  const { pathways, totalSamples, withoutResult } = collected.values.activity
  const time = (at: string | null) => (at === null ? glance.nothing : toUtc(at))
  return [
    ...(collected.study.kind === 'sample'
      ? []
      : ([
          [glance.samples, words.count(collected.sampleIds.length)],
          [glance.answered, words.count(totalSamples)],
          [glance.withoutResult, words.count(withoutResult)],
          [glance.groups, groupsInWords(collected.samples, words)],
        ] as const)),
    [glance.pathways, words.count(pathways.length)],
    [glance.services, services.length === 0 ? words.none : named(words.list(services))],
    [glance.oldest, time(oldest)],
    [glance.newest, time(newest)],
    [glance.synthetic, collected.synthetic ? words.synthetic.short : words.no],
    [glance.application, `Pathclock ${collected.version}`],
    [glance.madeAt, toUtc(collected.madeAt)],
  ]
}

const maxGroups = 20

function groupsInWords(samples: readonly { group: string | null }[], words: Words): Html | string {
  const counts = new Map<string | null, number>()
  for (const { group } of samples) counts.set(group, (counts.get(group) ?? 0) + 1)
  const groupTexts = [...counts]
    .sort(([a], [b]) => Number(a === null) - Number(b === null) || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([group, count]) => `${group ?? words.glance.noGroup} (${words.count(count)})`)
  if (groupTexts.length === 0) return words.none
  if (groupTexts.length <= maxGroups) return named(words.list(groupTexts))
  return named(words.andMore(words.list(groupTexts.slice(0, maxGroups)), groupTexts.length - maxGroups))
}

/** Which samples were chosen, in words. */
function describeSampleChoice(of: SampleChoice, words: Words): string {
  if ('sampleIds' in of) return words.of.named(of.sampleIds.length)
  const { text = '', filter, except = [] } = of
  const conditions = [
    ...(text.trim() === '' ? [] : [words.colon(words.filter.text, words.quoted(text))]),
    ...Object.entries(filter).map(([name, value]) =>
      words.colon(nameOf(name, words), valueOf(name, value, words)),
    ),
  ]
  const description = conditions.length === 0 ? words.of.all : words.of.found(words.list(conditions))
  return except.length === 0 ? description : `${description} ${words.of.except(except.length)}`
}

const nameOf = (name: string, { filter }: Words): string =>
  Object.entries(filter).find(([known]) => known === name)?.[1] ?? name

function valueOf(name: string, value: unknown, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (value === null) return name === 'group' ? words.glance.noGroup : words.none
  if (Array.isArray(value)) return formatSome(value.map(String), words)
  return typeof value === 'string' ? words.quoted(value) : JSON.stringify(value)
}

/** Of the page; prints on A4 with heads of tables on every page, and no figure or row in two. */
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
  .scroll { overflow: visible; }
  .synthetic, .notes { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
