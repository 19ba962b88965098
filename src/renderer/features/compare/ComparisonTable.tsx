import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'
import { describeMarks, effectNames, headsOf } from '../../../shared/domain/results/describeComparison.ts'
import {
  type ShownColumn,
  type ShownNumber,
  shownComparison,
} from '../../../shared/tables/shownComparison.ts'
import type { Message } from '../../../shared/words/message.ts'
import { Missing } from '../../ui/feedback/Badges.tsx'
import shared from '../../ui/shared.module.css'
import { type Translator, useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { nameColumn, type PathwayColumn, Value } from './PathwayTable.tsx'

type Column = PathwayColumn<ComparisonRow>

/** Returns the columns of a comparison in default order. */
export function useComparisonColumns(comparison: Comparison): Column[] {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useMemo(
    () =>
      toColumns(comparison, t, translate).map((column) => ({
        ...column,
        cell: (row) => (
          <span className={row.withinNoise ? shared.dimmed : undefined}>{column.cell(row)}</span>
        ),
      })),
    [comparison, t, translate],
  )
}

/** Returns the columns, the most important ones first, so that q stays visible next to the open detail pane. */
function toColumns(comparison: Comparison, t: TFunction<'compare'>, translate: Translator): Column[] {
  const { groups, test, rows, effectName, statisticName } = comparison
  const shown = shownComparison(comparison)
  const heads = headsOf(test)
  const none = t('notGiven')
  const text = ({ id, names, text: textOf }: ShownColumn, label: string, width: number): Column => ({
    id,
    label,
    width,
    numeric: true,
    copies: names,
    cell: (row) => textOf(row) ?? <Missing why={none} />,
  })
  const number = (column: ShownNumber, label: string, width: number): Column => ({
    ...text(column, label, width),
    sorts: 'asc',
    keyOf: column.read,
    cell: (row) => (
      <Value
        value={column.read(row)}
        text={column.text(row)}
        none={none}
        below={column.id === 'q' ? t('table.q005') : undefined}
      />
    ),
  })
  const count = (column: ShownNumber, label: string): Column => ({
    ...number(column, label, 84),
    cell: (row) => t('table.count', { value: column.read(row) ?? 0 }),
  })
  const isOfTwo = groups.length === 2
  const difference = translate(heads.difference)
  const isPaired = rows.some(({ pairs }) => pairs !== null)
  return [
    nameColumn(t('table.pathway')),
    ...(isOfTwo
      ? [number(shown.difference, difference, difference.length > 12 ? 140 : 88)]
      : // A test of several groups has a statistic instead of a single difference.
        [number(shown.statistic, statisticName, 80), text(shown.df, t('table.df'), 84)]),
    {
      ...number(shown.effect, translate(shortName(comparison)), 84),
      title: translate(effectNames[effectName]),
    },
    number(shown.p, t('table.p'), 92),
    number(shown.q, t('table.q'), 92),
    ...(isOfTwo ? [text(shown.interval, translate(heads.interval), 180)] : []),
    ...groups.flatMap(({ name }, at) => {
      const mean = shown.means[at]
      return mean ? number(mean, t('table.mean', { name }), 108) : []
    }),
    ...(isPaired
      ? [count(shown.pairs, t('table.pairs'))]
      : groups.flatMap(({ name }, at) => {
          const n = shown.counts[at]
          return n ? count(n, t('table.n', { name })) : []
        })),
    {
      id: 'note',
      label: t('table.note'),
      width: 190,
      // Files have the reasons as columns of their own.
      copies: [],
      cell: (row) => <Note text={describeMarks(row)} />,
    },
  ]
}

/** Returns the short name of the effect. The table's footer mentions the pairs. */
const shortName = ({ effectName }: Comparison) =>
  effectNames[effectName === 'hedges_g_paired' ? 'hedges_g' : effectName]

/** Shows a note, truncated at the column width, with the full text as its title. */
function Note({ text }: { text: Message | null }) {
  const translate = useTranslator()
  const translated = text === null ? '' : translate(text)
  return <span title={translated}>{translated}</span>
}
