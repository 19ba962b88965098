import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import type { OrderForm } from '../../../shared/domain/orderForm.ts'
import { ColumnRow } from './ColumnRow.tsx'
import classes from './import.module.css'
import type { Plan } from './plan.ts'

type Props = { draft: ImportDraft; plan: Plan; form: OrderForm; change(plan: Plan): void }

const rowHeight = 48

/** Every column of the file with some of its values, the field it is sent as, and whether it is kept here. */
export function ColumnList({ draft, plan, form, change }: Props) {
  const { t } = useTranslation('import')
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: draft.columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 800, height: 600 },
  })
  return (
    <div ref={scroller} className={classes.columnList}>
      <div
        role="table"
        aria-label={t('columns.label')}
        aria-rowcount={draft.columns.length + 1}
        className={classes.columnTable}
      >
        <div role="row" aria-rowindex={1} className={classes.columnHead}>
          <span role="columnheader">{t('columns.column')}</span>
          <span role="columnheader">{t('columns.sent')}</span>
          <span role="columnheader">{t('columns.note')}</span>
        </div>
        <div role="presentation" className={classes.columnRows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <ColumnRow
              key={index}
              index={index}
              top={start}
              draft={draft}
              plan={plan}
              form={form}
              change={change}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
