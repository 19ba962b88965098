import type { ModelResult, ModelRow } from '../domain/results/model.ts'
import { notDocumented } from '../domain/studies/tableColumn.ts'
import { type Message, message } from '../words/message.ts'
import {
  type Cell,
  type Column,
  countColumn,
  plainNumberColumn,
  provenanceColumns,
  textColumn,
} from './column.ts'

/** One line of a flat model: a contrast of a pathway. */
export type ModelLine = { model: ModelResult; row: ModelRow }

export const toModelLines = (model: ModelResult): ModelLine[] => model.rows.map((row) => ({ model, row }))

const levelOf =
  (side: 0 | 1) =>
  ({ model, row }: ModelLine) =>
    model.contrasts.find(({ name }) => name === row.contrast)?.groups?.[side] ?? null
const ofGroup =
  (side: 0 | 1, key: 'n' | 'mean') =>
  ({ row }: ModelLine) =>
    row.groups[side]?.[key] ?? null
const ofRow =
  <Key extends keyof ModelRow>(key: Key) =>
  ({ row }: ModelLine) =>
    row[key]

/** Returns the columns of a model for export, copying and `compare --model --json`. `unit`: of its measures. */
export function modelColumns(unit = notDocumented): Column<ModelLine>[] {
  const measured = (name: string, about: Message, of: (line: ModelLine) => Cell) => ({
    ...plainNumberColumn(name, about, of),
    unit,
  })
  return [
    textColumn('pathway', message('export.namePathway'), ({ row }) => row.pathway),
    textColumn('measure', message('export.twoValuesCompared'), ({ model }) => model.measure),
    textColumn('formula', message('models.columnFormula'), ({ model }) => model.formula),
    textColumn('contrast', message('models.columnContrast'), ({ row }) => row.contrast),
    textColumn('group_a', message('models.columnFirstLevel'), levelOf(0)),
    textColumn('group_b', message('models.columnSecondLevel'), levelOf(1)),
    countColumn('n', message('models.columnN'), ofRow('n')),
    countColumn('n_a', message('export.valuesFirstGroup'), ofGroup(0, 'n')),
    measured('mean_a', message('models.columnMean'), ofGroup(0, 'mean')),
    countColumn('n_b', message('export.valuesSecondGroup'), ofGroup(1, 'n')),
    measured('mean_b', message('models.columnMean'), ofGroup(1, 'mean')),
    measured('estimate', message('models.columnEstimate'), ofRow('estimate')),
    measured('se', message('models.columnSe'), ofRow('se')),
    measured('ci_low', message('export.lowerEnd95Interval'), ofRow('ciLow')),
    measured('ci_high', message('export.upperEnd95Interval'), ofRow('ciHigh')),
    plainNumberColumn('t', message('models.columnT'), ofRow('t')),
    plainNumberColumn('df', message('models.columnDf'), ofRow('df')),
    plainNumberColumn('p', message('export.pTestTwoSided'), ofRow('p')),
    plainNumberColumn('q', message('models.columnQ'), ofRow('q')),
    plainNumberColumn('q_all', message('models.columnQAll'), ofRow('qAll')),
    plainNumberColumn('equivalence_p', message('models.columnEquivalenceP'), ofRow('equivalenceP')),
    textColumn('why_no_p', message('models.columnWhy'), ({ row }) => row.why),
    ...provenanceColumns(({ model }: ModelLine) => model),
  ]
}
