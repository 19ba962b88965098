import { html } from 'hono/html'
import { type ComparedMeasure, isAgeMeasure } from '../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../shared/domain/results/describeClock.ts'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
  describeQuestions,
} from '../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../shared/domain/results/model.ts'
import { shownModel } from '../../../shared/tables/shownComparison.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import {
  type Column,
  type Html,
  measureNames,
  named,
  numberColumn,
  paragraph,
  type ReportContext,
  tableOf,
} from './reportParts.ts'

const maxRows = 500

/** Renders the linear models of a study; empty if none was requested. */
export function modelParts(context: ReportContext): Html | '' {
  const { collected, say } = context
  if (collected.models.length === 0) return ''
  return html`<section class="comparison"><h2>${say(message('report.modelTitle'))}</h2>
${collected.models.map((model) => modelPart(context, model))}
</section>`
}

/** Renders how many comparisons and models were run in the study; empty if none was. */
export function questionsPart(context: ReportContext): Html | '' {
  const text = describeQuestions(context.collected.questions, context.collected.overview)
  return text ? paragraph(context, text) : ''
}

function modelPart(context: ReportContext, model: ModelResult): Html {
  const { say } = context
  const left = model.rows.length - maxRows
  return html`<section class="measure"><h3>${say(nameOf(model.measure))}</h3>
<p>${say(describeFit(model))}</p>
<p>${say(describeModelFound(model))}</p>
${
  model.notes.length === 0
    ? ''
    : html`<div class="notes"><ul>${model.notes.map(
        (note) => html`<li>${named(say(describeModelNote(note)))}</li>
`,
      )}</ul></div>`
}
${tableOf(context, {
  caption: message('report.modelTable', { measure: nameOf(model.measure) }),
  rows: model.rows.slice(0, maxRows),
  columns: columnsOf(model),
})}
${left > 0 ? paragraph(context, message('report.morePathwaysLargerP', { count: left })) : ''}
</section>`
}

const nameOf = (measure: ComparedMeasure): Message =>
  isAgeMeasure(measure) ? describeAgeComparison(measure) : measureNames[measure]

function columnsOf(model: ModelResult): Column<ModelRow>[] {
  const { n, estimate, se, interval, t, df, p, q, qAll, equivalence } = shownModel(model, model.rows)
  return [
    ...(model.ages === null
      ? [{ head: message('report.pathway'), of: ({ pathway }: ModelRow) => named(pathway) }]
      : []),
    { head: message('comparison.contrast'), of: ({ contrast }) => named(contrast) },
    ...[n, estimate, se, interval, t, df, p, ...q, ...qAll, ...equivalence].map((column) =>
      numberColumn(column, (row: ModelRow) => row),
    ),
  ]
}
