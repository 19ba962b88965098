import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import { type TableColumn, VirtualTable } from '../../ui/VirtualTable.tsx'
import { between, choose, isChosen, nothingChosen, type Selection } from './selection.ts'

type Props = {
  rows: Sample[]
  columns: readonly TableColumn<Sample>[]
  arranging: Arranging
  selection: Selection
  select(selection: Selection): void
  open: string | null
  show(sampleId: string | null): void
}

/** The register as a table. Enter opens a sample, Space ticks it, Shift with Space ticks up to here. */
export function RegisterTable({ rows, columns, arranging, selection, select, open, show }: Props) {
  const { t } = useTranslation('samples')
  const last = useRef<string | null>(null)
  const toggle = ({ sampleId }: Sample, through: boolean) => {
    const range = between(rows, through ? last.current : sampleId, sampleId)
    select(choose(selection, range, !isChosen(selection, sampleId)))
    last.current = sampleId
  }
  const press = (event: KeyboardEvent, active: Sample | undefined) => {
    const all = event.key === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === ' ' && active) toggle(active, event.shiftKey)
    else if (all) select(choose(selection, rows, true))
    else if (event.key === 'Escape' && open !== null) show(null)
    else if (event.key === 'Escape') select(nothingChosen)
    else return
    event.preventDefault()
  }
  const chosen = rows.filter(({ sampleId }) => isChosen(selection, sampleId)).length
  const all = rows.length > 0 && chosen === rows.length
  return (
    <VirtualTable
      label={t('title')}
      rows={rows}
      arranging={arranging}
      rowKey={({ sampleId }) => sampleId}
      selectedKey={open}
      onRowClick={({ sampleId }) => show(sampleId)}
      onKey={press}
      columns={[
        {
          id: 'tick',
          role: 'mark',
          label: t('selectPage'),
          width: 36,
          header: (
            <Checkbox
              size="xs"
              aria-label={t('selectPage')}
              checked={all}
              indeterminate={!all && chosen > 0}
              onChange={() => select(choose(selection, rows, !all))}
            />
          ),
          cell: (sample) => (
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={t('select', { name: sample.clientReference })}
              checked={isChosen(selection, sample.sampleId)}
              onChange={(event) => toggle(sample, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          ),
        },
        ...columns,
      ]}
    />
  )
}
