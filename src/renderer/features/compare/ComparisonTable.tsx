import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import { useMeasureUnit } from '../../state/useValueTitle.ts'
import { sortOf } from '../../ui/columnLayout.ts'
import { sortRows } from '../../ui/sortRows.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import classes from './compare.module.css'
import type { ComparisonColumn } from './comparisonColumns.tsx'
import { firstSort, keyOf } from './sorting.ts'

type Props = {
  comparison: Comparison
  columns: readonly ComparisonColumn[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

/** One line a pathway; those within the noise are dimmed and say so. */
export function ComparisonTable({ comparison, columns, arranging, pathway, open }: Props) {
  const { t } = useTranslation('compare')
  const unit = useMeasureUnit(comparison.measure) ?? t('unitOf')
  const sort = useMemo(() => sortOf(columns, arranging.layout, firstSort), [columns, arranging.layout])
  const rows = useMemo(() => sortRows(comparison.rows, sort, keyOf), [comparison.rows, sort])
  return (
    <>
      <VirtualTable
        label={t('table.label')}
        rows={rows}
        rowKey={(row) => row.pathway}
        selectedKey={pathway}
        onRowClick={(row) => open(row.pathway)}
        columns={columns}
        arranging={arranging}
      />
      <p className={classes.foot}>{t('table.unit', { unit })}</p>
    </>
  )
}
