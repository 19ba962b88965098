import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { whyNoEstimate } from '../../../../shared/domain/results/describeModel.ts'
import type { ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import { columnFormatP, formatAlone } from '../../../../shared/format/numbers.ts'
import { intervalTexts, numberTexts, scaledTexts } from '../../../../shared/tables/shownComparison.ts'
import { Missing } from '../../../ui/feedback/Badges.tsx'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { nameColumn, type PathwayColumn, Value } from '../PathwayTable.tsx'

type Figure = 'estimate' | 'se' | 't' | 'df' | 'p' | 'q' | 'qAll' | 'equivalenceP' | 'n'

/** Returns the columns of one contrast in default order, with q over all contrasts if there are several. */
export function useModelColumns(
  rows: readonly ModelRow[],
  { contrasts, equivalence }: ModelResult,
): PathwayColumn<ModelRow>[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const [hasSeveral, hasMargin] = [contrasts.length > 1, equivalence !== null]
  return useMemo(() => {
    const scaleOf = ({ estimate }: ModelRow) => estimate
    const whyNone = ({ why }: ModelRow) => (why ? translate(whyNoEstimate) : t('notGiven'))
    const number = (
      id: Figure,
      label: string,
      width: number,
      textOf = numberTexts(rows, (row) => row[id]),
      copied: string = id,
    ): PathwayColumn<ModelRow> => ({
      id,
      label,
      width,
      numeric: true,
      copies: [copied],
      sorts: 'asc',
      keyOf: (row) => row[id],
      cell: (row) => (
        <Value
          value={row[id]}
          text={textOf(row)}
          none={whyNone(row)}
          below={id === 'q' ? t('table.q005') : undefined}
        />
      ),
    })
    const scaled = (id: Figure) => scaledTexts(rows, (row) => row[id], scaleOf)
    const chance = (id: Figure) => numberTexts(rows, (row) => row[id], columnFormatP)
    const interval = intervalTexts(rows, scaleOf)
    return [
      nameColumn(t('table.pathway')),
      number('estimate', t('model.estimate'), 96, scaled('estimate')),
      {
        id: 'interval',
        label: t('model.interval'),
        width: 180,
        numeric: true,
        copies: ['ci_low', 'ci_high'],
        cell: (row) => interval(row) ?? <Missing why={whyNone(row)} />,
      },
      number('p', t('table.p'), 92, chance('p')),
      number('q', t('table.q'), 92, chance('q')),
      ...(hasSeveral
        ? [{ ...number('qAll', t('model.qAll'), 116, chance('qAll'), 'q_all'), title: t('model.qAllTitle') }]
        : []),
      ...(hasMargin
        ? [number('equivalenceP', t('model.equivalenceP'), 116, chance('equivalenceP'), 'equivalence_p')]
        : []),
      number('se', t('model.se'), 84, scaled('se')),
      number('t', 't', 84),
      number(
        'df',
        t('table.df'),
        84,
        numberTexts(
          rows,
          ({ df }) => df,
          () => formatAlone,
        ),
      ),
      number('n', t('line.n'), 72, ({ n }) => t('table.count', { value: n })),
    ]
  }, [rows, hasSeveral, hasMargin, t, translate])
}
