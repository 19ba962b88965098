import { html } from 'hono/html'
import { rankBars, toBarsTable } from '../../../figures/lollipops/rankedBars.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { formatThousands, formatValue } from '../../../shared/format/numbers.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
import type { Say } from '../methods/facts.ts'
import {
  type Fact,
  factsOf,
  fullWidthPx,
  type Html,
  measureNames,
  named,
  none,
  type PlannedFigure,
  paragraph,
  type ReportContext,
  sampleHeads,
  tableOf,
  toTime,
  unitOf,
  valueTitleOf,
  yesNo,
} from './reportParts.ts'

const maxPathways = 2000
const maxAnswers = 200

/** Renders all data of one sample, with every stored result. */
export const sampleParts = (context: ReportContext): Html =>
  html`${factsPart(context)}${valuesPart(context)}${clockPart(context)}${answersPart(context)}`

function factsPart(context: ReportContext): Html {
  const facts = context.collected.facts.flatMap(({ name, value }): Fact[] =>
    value === null || name.startsWith('clock_')
      ? []
      : [
          [
            factNames[name] ?? joinMessages([name]),
            typeof value === 'boolean' ? yesNo(value) : named(toText(value)),
          ],
        ],
  )
  return html`<section><h2>${context.say(message('report.theSample'))}</h2>${factsOf(context, message('report.whatRegisterSample'), facts)}</section>`
}

const factNames: Readonly<Record<string, Message>> = {
  sample_id: sampleHeads.sampleId,
  client_reference: sampleHeads.reference,
  age: message('report.ageYears'),
  sex: message('report.sex'),
  tissue: message('report.tissue'),
  group: sampleHeads.group,
  donor_id: message('report.donor'),
  collected_at: message('report.collectedAt'),
  status: message('report.statusWordsService'),
  state: message('report.stateHeading'),
  created_at: message('report.orderedAt'),
  checked_at: message('report.statusChecked'),
  analysed_at: message('report.analysisFetched'),
  annotation_group: message('report.groupGiven'),
  annotation_tags: message('report.tagsGiven'),
  annotation_note: message('report.noteTaken'),
  annotated_at: message('report.changedHereAt'),
  service: message('report.service'),
  synthetic: message('report.synthetic'),
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Returns a value of the register as it was entered. */
function toText(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('-', '−')
  return isoTime.test(value) ? `${toTime(value)} UTC` : value
}

const fetchedAt = message('report.fetchedUtc')

function valuesPart(context: ReportContext): Html {
  const { collected, say, figure } = context
  const { result, units } = collected
  const heading = html`<h2>${say(message('report.pathways'))}</h2>`
  if (!result)
    return html`<section>${heading}<p>${say(message('report.noPathwayAnalysisSample'))}</p></section>`
  const value = (of: number | null) => (of === null ? none : formatValue(of))
  const left = result.scores.length - maxPathways
  return html`<section>${heading}
${figure('ranked-activity')}${figure('ranked-aging-offset')}
<p>${say(message('shared.labeled', { label: message('report.unitActivity'), text: unitOf(units.activity_unit) }))}</p>
<p>${say(message('shared.labeled', { label: message('report.unitAgingOffset'), text: unitOf(units.aging_offset_unit) }))}</p>
${tableOf(context, {
  caption: message('report.valuesAllPathwaysReturned'),
  rows: result.scores.slice(0, maxPathways),
  columns: [
    { head: message('report.pathway'), of: ({ pathway }) => named(pathway) },
    { head: measureNames.activity, of: ({ activity }) => value(activity), as: 'number' },
    { head: measureNames.aging_offset, of: ({ agingOffset }) => value(agingOffset), as: 'number' },
    { head: fetchedAt, of: ({ from }) => toTime((from ?? result).fetchedAt), as: 'time' },
  ],
})}
${left > 0 ? paragraph(context, message('report.morePathwaysNotListed', { count: left })) : ''}</section>`
}

function clockPart(context: ReportContext): Html {
  const { collected, say } = context
  const clock = collected.result?.clock
  return html`<section><h2>${say(message('report.clockValues'))}</h2>
${
  clock
    ? tableOf(context, {
        caption: message('report.whatPathwayClockReturned'),
        rows: clock.values,
        columns: [
          { head: message('report.name'), of: ({ name }) => named(name) },
          { head: message('report.value'), of: ({ value }) => formatValue(value), as: 'number' },
          { head: fetchedAt, of: () => toTime(clock.fetchedAt), as: 'time' },
        ],
      })
    : html`<p>${say(message('report.noResponsePathwayClock'))}</p>`
}</section>`
}

function answersPart(context: ReportContext): Html | '' {
  const { answers } = context.collected
  if (answers.length === 0) return ''
  const left = answers.length - maxAnswers
  return html`<section><h2>${context.say(message('report.storedResponses'))}</h2>
${tableOf(context, {
  caption: message('report.everyStoredResponseService'),
  rows: answers.slice(0, maxAnswers),
  columns: [
    { head: fetchedAt, of: ({ fetchedAt: at }) => toTime(at), as: 'time' },
    {
      head: message('report.kind'),
      of: ({ kind }) => (kind === 'activity' ? 'pathway-analysis' : 'pathway-clock'),
    },
    { head: message('report.requestId'), of: ({ requestId }) => named(requestId ?? none), as: 'id' },
    { head: message('report.service'), of: ({ service }) => named(service), as: 'id' },
    { head: message('report.pathways'), of: ({ scores }) => formatThousands(scores), as: 'number' },
    { head: message('report.givesValuesShown'), of: ({ current }) => yesNo(current) },
    { head: message('report.synthetic'), of: ({ synthetic }) => yesNo(synthetic) },
  ],
})}
${left > 0 ? paragraph(context, message('report.olderAnswersNotListed', { count: left })) : ''}</section>`
}

/** Returns a ranking of the sample's pathways for each measure. */
export function sampleFigures(collected: CollectedStudy, say: Say): PlannedFigure[] {
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
    const summary = say(
      message('report.highestLowest', {
        highest: `${first.label} ${formatValue(first.value)}`,
        lowest: `${last.label} ${formatValue(last.value)}`,
      }),
    )
    const axisTitle = say(valueTitleOf(collected, measure))
    const labelWord = say(message('report.pathway'))
    return [
      {
        name: `ranked-${measure.replace('_', '-')}`,
        title: say(message('report.allPathwaysRanked', { measure: measureNames[measure] })),
        caption: summary,
        spec: {
          kind: 'ranked',
          widthPx: fullWidthPx,
          heightPx: Math.min(720, Math.max(240, ranked.bars.length * 16 + 110)),
          props: {
            ranked,
            axisTitle,
            labelWord,
            summary,
            source: say(describeSource(collected.values[measure])),
          },
        },
        data: toBarsTable(ranked, labelWord, axisTitle),
      },
    ]
  })
}
