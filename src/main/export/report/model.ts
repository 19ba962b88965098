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
import { columnFormatP, formatThousands } from '../../../shared/format/numbers.ts'
import { intervalTexts, numberTexts, scaledTexts } from '../../../shared/tables/shownComparison.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import {
  type Column,
  type Html,
  measureNames,
  named,
  none,
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

function columnsOf({ rows, ages, contrasts, equivalence }: ModelResult): Column<ModelRow>[] {
  const scaleOf = ({ estimate }: ModelRow) => estimate
  const estimate = scaledTexts(rows, scaleOf, scaleOf)
  const se = scaledTexts(rows, (row) => row.se, scaleOf)
  const interval = intervalTexts(rows, scaleOf)
  const [t, df] = [numberTexts(rows, (row) => row.t), numberTexts(rows, (row) => row.df)]
  const p = numberTexts(rows, (row) => row.p, columnFormatP)
  const q = numberTexts(rows, (row) => row.q, columnFormatP)
  const qAll = numberTexts(rows, (row) => row.qAll, columnFormatP)
  const equivalent = numberTexts(rows, (row) => row.equivalenceP, columnFormatP)
  const number = (head: Message | string, of: (row: ModelRow) => string | null): Column<ModelRow> => ({
    head,
    of: (row) => of(row) ?? none,
    as: 'number',
  })
  return [
    ...(ages === null
      ? [{ head: message('report.pathway'), of: ({ pathway }: ModelRow) => named(pathway) }]
      : []),
    { head: message('report.contrast'), of: ({ contrast }) => named(contrast) },
    number('n', ({ n }) => formatThousands(n)),
    number(message('report.estimate'), estimate),
    number(message('report.standardError'), se),
    number(message('comparison.ci'), interval),
    number('t', t),
    number('df', df),
    number('p', p),
    ...(ages === null ? [number('q', q)] : []),
    ...(ages === null && contrasts.length > 1 ? [number(message('report.qOfAll'), qAll)] : []),
    ...(equivalence === null ? [] : [number(message('report.equivalenceP'), equivalent)]),
  ]
}
