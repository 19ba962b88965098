import { html } from 'hono/html'
import { rankBars, toBarsTable } from '../../../figures/lollipops/rankedBars.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { formatThousands, formatValue } from '../../../shared/format/numbers.ts'
import { type Message, message, plural } from '../../../shared/messages/message.ts'
import type { CollectedStudy } from '../documents/collectStudy.ts'
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
  type Say,
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
            factNames[name] ?? message`${name}`,
            typeof value === 'boolean' ? yesNo(value) : named(toText(value)),
          ],
        ],
  )
  return html`<section><h2>${context.say(message`The sample`)}</h2>${factsOf(context, message`What the register has of the sample`, facts)}</section>`
}

const factNames: Readonly<Record<string, Message>> = {
  sample_id: sampleHeads.sampleId,
  client_reference: sampleHeads.reference,
  age: message`Age (years)`,
  sex: message`Sex`,
  tissue: message`Tissue`,
  group: sampleHeads.group,
  donor_id: message`Donor`,
  collected_at: message`Collected at`,
  status: message`Status, in the words of the service`,
  state: message`State`,
  created_at: message`Ordered at`,
  checked_at: message`Status checked at`,
  analysed_at: message`Analysis fetched at`,
  annotation_group: message`Group given here`,
  annotation_tags: message`Tags given here`,
  annotation_note: message`Note taken here`,
  annotated_at: message`Changed here at`,
  service: message`Service`,
  synthetic: message`Synthetic`,
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Returns a value of the register as it was entered. */
function toText(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('-', '−')
  return isoTime.test(value) ? `${toTime(value)} UTC` : value
}

const fetchedAt = message`Fetched at (UTC)`

function valuesPart(context: ReportContext): Html {
  const { collected, say, figure } = context
  const { result, units } = collected
  const heading = html`<h2>${say(message`Pathways`)}</h2>`
  if (!result)
    return html`<section>${heading}<p>${say(message`No pathway analysis of this sample is stored on this computer, so there are no values to show.`)}</p></section>`
  const value = (of: number | null) => (of === null ? none : formatValue(of))
  const left = result.scores.length - maxPathways
  return html`<section>${heading}
${figure('ranked-activity')}${figure('ranked-aging-offset')}
<p>${say(message`${message`Unit of activity`}: ${unitOf(units.activity_unit)}`)}</p>
<p>${say(message`${message`Unit of aging offset`}: ${unitOf(units.aging_offset_unit)}`)}</p>
${tableOf(context, {
  caption: message`Values of all pathways, as returned`,
  rows: result.scores.slice(0, maxPathways),
  columns: [
    { head: message`Pathway`, of: ({ pathway }) => named(pathway) },
    { head: measureNames.activity, of: ({ activity }) => value(activity), as: 'number' },
    { head: measureNames.aging_offset, of: ({ agingOffset }) => value(agingOffset), as: 'number' },
    { head: fetchedAt, of: ({ from }) => toTime((from ?? result).fetchedAt), as: 'time' },
  ],
})}
${
  left > 0
    ? paragraph(
        context,
        message`${formatThousands(left)} more ${plural(left, 'pathway is', 'pathways are')} not listed here; the table of results, exported by itself or in the study capsule, has them all.`,
      )
    : ''
}</section>`
}

function clockPart(context: ReportContext): Html {
  const { collected, say } = context
  const clock = collected.result?.clock
  return html`<section><h2>${say(message`Clock values`)}</h2>
${
  clock
    ? tableOf(context, {
        caption: message`What pathway-clock returned for the sample as a whole, under the names of the service`,
        rows: clock.values,
        columns: [
          { head: message`Name`, of: ({ name }) => named(name) },
          { head: message`Value`, of: ({ value }) => formatValue(value), as: 'number' },
          { head: fetchedAt, of: () => toTime(clock.fetchedAt), as: 'time' },
        ],
      })
    : html`<p>${say(message`No response of pathway-clock is stored for this sample.`)}</p>`
}</section>`
}

function answersPart(context: ReportContext): Html | '' {
  const { answers } = context.collected
  if (answers.length === 0) return ''
  const left = answers.length - maxAnswers
  return html`<section><h2>${context.say(message`Stored responses`)}</h2>
${tableOf(context, {
  caption: message`Every stored response of the service about this sample`,
  rows: answers.slice(0, maxAnswers),
  columns: [
    { head: fetchedAt, of: ({ fetchedAt: at }) => toTime(at), as: 'time' },
    {
      head: message`Kind`,
      of: ({ kind }) => (kind === 'activity' ? 'pathway-analysis' : 'pathway-clock'),
    },
    { head: message`Request ID`, of: ({ requestId }) => named(requestId ?? none), as: 'id' },
    { head: message`Service`, of: ({ service }) => named(service), as: 'id' },
    { head: message`Pathways`, of: ({ scores }) => formatThousands(scores), as: 'number' },
    { head: message`Gives values shown`, of: ({ current }) => yesNo(current) },
    { head: message`Synthetic`, of: ({ synthetic }) => yesNo(synthetic) },
  ],
})}
${
  left > 0
    ? paragraph(
        context,
        message`${formatThousands(left)} older ${plural(left, 'answer is', 'answers are')} not listed here; the table of answers, exported by itself or in the study capsule, has them all.`,
      )
    : ''
}</section>`
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
      message`Highest: ${`${first.label} ${formatValue(first.value)}`}; lowest: ${`${last.label} ${formatValue(last.value)}`}.`,
    )
    const axisTitle = say(valueTitleOf(collected, measure))
    const labelWord = say(message`Pathway`)
    return [
      {
        name: `ranked-${measure.replace('_', '-')}`,
        title: say(message`${measureNames[measure]} of all pathways, ranked`),
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
