import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import { type ComparedMeasure, isAgeMeasure } from '../../../../../shared/domain/results/comparison.ts'
import {
  describeFit,
  describeModelFound,
  describeModelNote,
} from '../../../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../../../shared/domain/results/model.ts'
import { toRecord } from '../../../../../shared/tables/column.ts'
import { modelColumns, toModelLines } from '../../../../../shared/tables/models.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'
import { spellPathways } from '../../lookups.ts'
import { counted, type Output, pick } from '../../output/output.ts'
import type { OpenedApp, Run } from '../../program/command.ts'
import {
  chance,
  figure,
  formatInterval,
  notesOf,
  originOf,
  type PrintedColumns,
  printTable,
  unitWords,
} from './figures.ts'
import type { ModelOptions } from './modelOptions.ts'

type Params = {
  options: ModelOptions
  of: SampleChoice
  measures: readonly ComparedMeasure[]
  pathways: string[]
}

/** Fits the model to each measure and prints its contrasts, with lines of JSON like those of a comparison. */
export async function compareModel(
  { output }: Run,
  call: OpenedApp['call'],
  { options, of, measures, pathways: names }: Params,
): Promise<void> {
  const pathways = await spellPathways(call, names)
  const models: ModelResult[] = []
  for (const measure of measures)
    models.push(await call('results.model', { ...options, of, measure, pathways }))
  const columns = modelColumns()
  for (const model of models) {
    for (const line of toModelLines(model)) {
      const { why_no_p: why, ...fields } = toRecord(columns, line)
      output.record({ type: 'comparison', ...fields, why })
    }
    printModel(output, model)
  }
  const [first] = models
  if (!first) return
  output.summary({
    ...pick(first, 'formula', 'terms'),
    contrasts: first.contrasts.map(({ name }) => name),
    measures: models.map(({ measure }) => measure),
    pathways: isAgeMeasure(first.measure) ? 0 : new Set(first.rows.map(({ pathway }) => pathway)).size,
    samples: first.sampleIds.length,
    ...pick(first, 'moderation', 'leastEffect', 'equivalence'),
    by_measure: models.map(({ measure, sampleIds, prior, block }) => ({
      measure,
      samples: sampleIds.length,
      prior,
      block,
    })),
    notes: notesOf(models),
    ...originOf(first),
  })
  output.print(
    `\n${models.every(({ measure }) => isAgeMeasure(measure)) ? '' : 'q is p by Benjamini–Hochberg over the pathways of one contrast and measure. '}${first.synthetic ? 'The data is synthetic. ' : ''}Research use only.`,
  )
}

function printModel(output: Output, model: ModelResult): void {
  output.print(`\n${unitWords(model.measure)}`)
  output.print(toEnglish(describeFit(model)))
  for (const term of model.terms)
    output.print(
      term.kind === 'number'
        ? `  ${term.field}: a number, ${figure(term.low)} to ${figure(term.high)}`
        : `  ${term.field}: ${term.levels.map(({ value, n }) => `${value} (${n})`).join(', ')}; reference ${term.levels[0]?.value ?? ''}`,
    )
  const isClock = isAgeMeasure(model.measure)
  const ofPathways = (...columns: PrintedColumns<ModelRow>) => (isClock ? [] : columns)
  printTable(output, model.rows, [
    ...ofPathways(['pathway', ({ pathway }) => pathway]),
    ['contrast', ({ contrast }) => contrast],
    ['n', ({ n }) => n],
    ['estimate', ({ estimate }) => figure(estimate)],
    ['se', ({ se }) => figure(se)],
    ['95% CI', formatInterval],
    ['t', ({ t }) => figure(t)],
    ['df', ({ df }) => figure(df)],
    ['p', ({ p }) => chance(p)],
    ...ofPathways(['q', ({ q }) => chance(q)]),
    ...(model.equivalence === null
      ? []
      : [['equivalence p', ({ equivalenceP }: ModelRow) => chance(equivalenceP)] as const]),
  ])
  if (model.rows.length > 0) output.print(toEnglish(describeModelFound(model)))
  else output.print('There are no results to compare. Analyze the samples first.')
  for (const note of model.notes) output.print(toEnglish(describeModelNote(note)))
  const untested = model.rows.filter(({ why }) => why !== null).length
  if (untested > 0) output.print(`${counted(untested, 'contrast')} could not be estimated: too few values.`)
}
