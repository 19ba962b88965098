import { html } from 'hono/html'
import { rankBars, toBarsTable } from '../../../figures/lollipops/rankedBars.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import type { CollectedStudy } from '../study/collectStudy.ts'
import {
  factsOf,
  fullWidthPx,
  type Html,
  named,
  type PlannedFigure,
  paragraphs,
  type ReportContext,
  sourceOf,
  tableOf,
  toTime,
  valueTitleOf,
} from './reportParts.ts'
import type { Words } from './wordsEn.ts'

const maxPathways = 2000
const maxAnswers = 200

/** What is known of one sample, with every answer that is stored of it. */
export const sampleParts = (context: ReportContext): Html =>
  html`${factsPart(context)}${valuesPart(context)}${clockPart(context)}${answersPart(context)}`

function factsPart(context: ReportContext): Html {
  const { collected, words } = context
  const facts = collected.facts.flatMap(({ name, value }) =>
    value === null || name.startsWith('clock_')
      ? []
      : [[words.sample.names[name] ?? name, named(toText(value, words))] as const],
  )
  return html`<section><h2>${words.sample.factsHeading}</h2>${factsOf(context, words.sample.factsCaption, facts)}</section>`
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function toText(value: string | number | boolean, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return formatted(value)
  return isoTime.test(value) ? `${toTime(value)} UTC` : value
}

/** Of a register: as it was entered. */
const formatted = (value: number): string => String(value).replace('-', '−')

function valuesPart(context: ReportContext): Html {
  const { collected, words, figure } = context
  const { sample: labels } = words
  const { result } = collected
  if (!result) return html`<section><h2>${labels.valuesHeading}</h2><p>${labels.noResult}</p></section>`
  const rows = result.scores.slice(0, maxPathways)
  const value = (of: number | null) => (of === null ? words.none : formatValue(of))
  return html`<section><h2>${labels.valuesHeading}</h2>
${figure('ranked-activity')}${figure('ranked-aging-offset')}
<p>${words.colon(words.parameters.activityUnit, words.unit(collected.units.activity_unit || undefined))}</p>
<p>${words.colon(words.parameters.offsetUnit, words.unit(collected.units.aging_offset_unit || undefined))}</p>
${tableOf(context, {
  caption: labels.valuesCaption,
  rows,
  columns: [
    { head: words.word.pathway, of: ({ pathway }) => named(pathway) },
    { head: labels.activity, of: ({ activity }) => value(activity), as: 'number' },
    { head: labels.agingOffset, of: ({ agingOffset }) => value(agingOffset), as: 'number' },
    {
      head: labels.fetchedAt,
      of: ({ from }) => toTime((from ?? result).fetchedAt),
      as: 'time',
    },
  ],
})}
${result.scores.length > maxPathways ? paragraphs([labels.leftOut(result.scores.length - maxPathways)]) : ''}</section>`
}

function clockPart(context: ReportContext): Html {
  const { collected, words } = context
  const { sample: labels } = words
  const clock = collected.result?.clock
  return html`<section><h2>${labels.clockHeading}</h2>
${
  clock
    ? tableOf(context, {
        caption: labels.clockCaption,
        rows: clock.values,
        columns: [
          { head: labels.name, of: ({ name }) => named(name) },
          { head: labels.value, of: ({ value }) => formatValue(value), as: 'number' },
          { head: labels.fetchedAt, of: () => toTime(clock.fetchedAt), as: 'time' },
        ],
      })
    : html`<p>${labels.noClock}</p>`
}</section>`
}

function answersPart(context: ReportContext): Html | '' {
  const { collected, words } = context
  const { sample: labels } = words
  const { answers } = collected
  if (answers.length === 0) return ''
  return html`<section><h2>${labels.answersHeading}</h2>
${tableOf(context, {
  caption: labels.answersCaption,
  rows: answers.slice(0, maxAnswers),
  columns: [
    { head: labels.fetchedAt, of: ({ fetchedAt }) => toTime(fetchedAt), as: 'time' },
    { head: labels.kind, of: ({ kind }) => labels.kinds[kind] },
    { head: labels.requestId, of: ({ requestId }) => named(requestId ?? words.none), as: 'id' },
    { head: labels.service, of: ({ service }) => named(service), as: 'id' },
    { head: labels.scores, of: ({ scores }) => words.count(scores), as: 'number' },
    { head: labels.shown, of: ({ current }) => (current ? words.yes : words.no) },
    { head: words.glance.synthetic, of: ({ synthetic }) => (synthetic ? words.yes : words.no) },
  ],
})}
${answers.length > maxAnswers ? paragraphs([labels.answersLeftOut(answers.length - maxAnswers)]) : ''}</section>`
}

/** The pathways of one sample from the highest to the lowest, for each measure. */
export function sampleFigures(collected: CollectedStudy, words: Words): PlannedFigure[] {
  const { result } = collected
  if (!result) return []
  return (['activity', 'aging_offset'] as const).flatMap((measure): PlannedFigure[] => {
    const ranked = rankBars(
      result.scores.map(({ pathway, activity, agingOffset }) => ({
        label: pathway,
        value: measure === 'activity' ? activity : agingOffset,
      })),
    )
    const [first, last] = [ranked.bars[0], ranked.bars.at(-1)]
    if (!first || !last) return []
    const summary = words.sample.rankedSummary(
      `${first.label} ${formatValue(first.value)}`,
      `${last.label} ${formatValue(last.value)}`,
    )
    const axisTitle = valueTitleOf(collected, measure, words)
    return [
      {
        name: `ranked-${measure.replace('_', '-')}`,
        title: words.sample.ranked(words.measures[measure]),
        caption: summary,
        spec: {
          kind: 'ranked',
          widthPx: fullWidthPx,
          heightPx: Math.min(720, Math.max(240, ranked.bars.length * 16 + 110)),
          props: {
            ranked,
            axisTitle,
            labelWord: words.word.pathway,
            summary,
            source: sourceOf(collected.values[measure], words),
          },
        },
        data: toBarsTable(ranked, words.word.pathway, axisTitle),
      },
    ]
  })
}
