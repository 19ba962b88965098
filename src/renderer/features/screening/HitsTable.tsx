import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningHit } from '../../../shared/domain/screening.ts'
import { sortOf } from '../../ui/columnLayout.ts'
import { useRowHeight } from '../../ui/rowHeight.ts'
import { sortRows } from '../../ui/sortRows.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { type TableColumn, VirtualTable } from '../../ui/VirtualTable.tsx'
import { keyOfHit } from './hitColumns.tsx'
import classes from './screening.module.css'

type Props = {
  hits: readonly ScreeningHit[]
  columns: readonly TableColumn<ScreeningHit>[]
  arranging: Arranging
}

/** The ranking, as the service gave it until another order is wanted; a drug's name leads to its page, or to the search where no id is known. */
export function HitsTable({ hits, columns, arranging }: Props) {
  const { t } = useTranslation('screening')
  const rowHeight = useRowHeight()
  const { layout } = arranging
  const rows = useMemo(() => sortRows(hits, sortOf(columns, layout), keyOfHit), [hits, columns, layout])
  return (
    <div className={classes.frame} style={{ height: Math.min(mostPx, hits.length * rowHeight + headPx) }}>
      <VirtualTable
        label={t('allHits')}
        rows={rows}
        rowKey={({ rank, drugId, name }) => `${rank} ${drugId ?? name}`}
        columns={columns}
        arranging={arranging}
      />
    </div>
  )
}

/** Of the table: it scrolls within. */
const mostPx = 520
/** The header, the borders and room for a bar to scroll by, so that few lines need no scrolling. */
const headPx = 52
