import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugSetMember } from '../../../shared/domain/drug.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { type TableColumn, VirtualTable } from '../../ui/VirtualTable.tsx'
import { nameOf, tick } from './members.ts'

type Props = {
  label: string
  rows: DrugSetMember[]
  columns: readonly TableColumn<DrugSetMember>[]
  arranging: Arranging
  ticked: ReadonlySet<string>
  setTicked(ticked: ReadonlySet<string>): void
  open(drugId: string): void
  remove(): void
}

/** The drugs of a list. Enter opens one, Space ticks, Shift with Space ticks up to here, Delete takes out. */
export function MembersTable({ label, rows, columns, arranging, ticked, setTicked, open, remove }: Props) {
  const { t } = useTranslation('lists')
  const last = useRef<string | null>(null)
  const toggle = (drugId: string, through = false) => {
    setTicked(tick(ticked, rows, drugId, through ? last.current : null))
    last.current = drugId
  }
  const press = (event: KeyboardEvent, active: DrugSetMember | undefined) => {
    const all = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === ' ' && active) toggle(active.drugId, event.shiftKey)
    else if (all) setTicked(new Set(rows.map(({ drugId }) => drugId)))
    else if (event.key === 'Escape') setTicked(new Set())
    else if (event.key === 'Delete') remove()
    else return
    event.preventDefault()
  }
  const all = rows.every(({ drugId }) => ticked.has(drugId))
  return (
    <VirtualTable
      label={label}
      rows={rows}
      arranging={arranging}
      rowKey={({ drugId }) => drugId}
      onRowClick={({ drugId }) => open(drugId)}
      onKey={press}
      columns={[
        {
          id: 'tick',
          role: 'mark',
          label: t('tickAll'),
          width: 40,
          header: (
            <Checkbox
              size="xs"
              aria-label={t('tickAll')}
              checked={all}
              indeterminate={!all && rows.some(({ drugId }) => ticked.has(drugId))}
              onChange={() => setTicked(all ? new Set() : new Set(rows.map(({ drugId }) => drugId)))}
            />
          ),
          cell: (row) => (
            <Checkbox
              size="xs"
              aria-label={t('tick', { name: nameOf(row) })}
              checked={ticked.has(row.drugId)}
              onChange={(event) => toggle(row.drugId, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          ),
        },
        ...columns,
      ]}
    />
  )
}
