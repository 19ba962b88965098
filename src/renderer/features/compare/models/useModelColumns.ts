import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNoEstimate } from '../../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import { type ShownColumn, shownModel } from '../../../../shared/tables/shownComparison.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { nameColumn, type PathwayColumn, useNumberColumns } from '../PathwayTable.tsx'

/** Returns the columns of one contrast in default order. */
export function useModelColumns(rows: readonly ModelRow[], model: ModelResult): PathwayColumn<ModelRow>[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const columnOf = useNumberColumns()
  return useMemo(() => {
    const shown = shownModel(model, rows)
    const whyNone = ({ why }: ModelRow) => (why ? translate(whyNoEstimate) : t('notGiven'))
    const number = (column: ShownColumn<ModelRow>, width: number) => columnOf(column, width, whyNone)
    return [
      nameColumn(t('table.pathway')),
      number(shown.estimate, 96),
      number(shown.interval, 180),
      number(shown.p, 92),
      ...shown.q.map((q) => number(q, 92)),
      ...shown.qAll.map((q) => ({ ...number(q, 116), title: t('model.qAllTitle') })),
      ...shown.equivalence.map((p) => number(p, 116)),
      number(shown.se, 84),
      number(shown.t, 84),
      number(shown.df, 84),
      number(shown.n, 72),
    ]
  }, [rows, model, columnOf, t, translate])
}
