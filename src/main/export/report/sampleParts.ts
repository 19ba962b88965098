import { html } from 'hono/html'
import { formatValue } from '../../../shared/format/numbers.ts'
import { factsOf, type Html, type Making, named, paragraphs, tableOf, toTime } from './parts.ts'
import type { Words } from './wordsEn.ts'

const mostPathways = 2000
const mostAnswers = 200

/** What is known of one sample, with every answer that is kept of it. */
export const sampleParts = (making: Making): Html =>
  html`${factsPart(making)}${valuesPart(making)}${clockPart(making)}${answersPart(making)}`

function factsPart(making: Making): Html {
  const { collected, words } = making
  const facts = collected.facts.flatMap(({ name, value }) =>
    value === null || name.startsWith('clock_')
      ? []
      : [[words.sample.names[name] ?? name, named(toText(value, words))] as const],
  )
  return html`<section><h2>${words.sample.factsHeading}</h2>${factsOf(making, words.sample.factsCaption, facts)}</section>`
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function toText(value: string | number | boolean, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return formatted(value)
  return isoTime.test(value) ? `${toTime(value)} UTC` : value
}

/** Of a register: as it was entered. */
const formatted = (value: number): string => String(value).replace('-', '−')

function valuesPart(making: Making): Html {
  const { collected, words, figure } = making
  const { sample: told } = words
  const { result } = collected
  if (!result) return html`<section><h2>${told.valuesHeading}</h2><p>${told.noResult}</p></section>`
  const rows = result.scores.slice(0, mostPathways)
  const value = (of: number | null) => (of === null ? words.none : formatValue(of))
  return html`<section><h2>${told.valuesHeading}</h2>
${figure('ranked-activity')}${figure('ranked-aging-offset')}
<p>${words.colon(words.parameters.activityUnit, words.unit(collected.units.activity_unit || undefined))}</p>
<p>${words.colon(words.parameters.offsetUnit, words.unit(collected.units.aging_offset_unit || undefined))}</p>
${tableOf(making, {
  caption: told.valuesCaption,
  rows,
  columns: [
    { head: words.word.pathway, of: ({ pathway }) => named(pathway) },
    { head: told.activity, of: ({ activity }) => value(activity), as: 'number' },
    { head: told.agingOffset, of: ({ agingOffset }) => value(agingOffset), as: 'number' },
    {
      head: told.fetchedAt,
      of: ({ from }) => toTime((from ?? result).fetchedAt),
      as: 'time',
    },
  ],
})}
${result.scores.length > mostPathways ? paragraphs([told.leftOut(result.scores.length - mostPathways)]) : ''}</section>`
}

function clockPart(making: Making): Html {
  const { collected, words } = making
  const { sample: told } = words
  const clock = collected.result?.clock
  return html`<section><h2>${told.clockHeading}</h2>
${
  clock
    ? tableOf(making, {
        caption: told.clockCaption,
        rows: clock.values,
        columns: [
          { head: told.name, of: ({ name }) => named(name) },
          { head: told.value, of: ({ value }) => formatValue(value), as: 'number' },
          { head: told.fetchedAt, of: () => toTime(clock.fetchedAt), as: 'time' },
        ],
      })
    : html`<p>${told.noClock}</p>`
}</section>`
}

function answersPart(making: Making): Html | '' {
  const { collected, words } = making
  const { sample: told } = words
  const { answers } = collected
  if (answers.length === 0) return ''
  return html`<section><h2>${told.answersHeading}</h2>
${tableOf(making, {
  caption: told.answersCaption,
  rows: answers.slice(0, mostAnswers),
  columns: [
    { head: told.fetchedAt, of: ({ fetchedAt }) => toTime(fetchedAt), as: 'time' },
    { head: told.kind, of: ({ kind }) => told.kinds[kind] },
    { head: told.requestId, of: ({ requestId }) => named(requestId ?? words.none), as: 'id' },
    { head: told.service, of: ({ service }) => named(service), as: 'id' },
    { head: told.scores, of: ({ scores }) => words.count(scores), as: 'number' },
    { head: told.shown, of: ({ current }) => (current ? words.yes : words.no) },
    { head: words.glance.synthetic, of: ({ synthetic }) => (synthetic ? words.yes : words.no) },
  ],
})}
${answers.length > mostAnswers ? paragraphs([told.answersLeftOut(answers.length - mostAnswers)]) : ''}</section>`
}
