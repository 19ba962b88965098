import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { groupOf, nextSorting, type SortField, type Sorting } from './register.ts'
import { between, choose, isChosen, nothingChosen, type Selection } from './selection.ts'

type Props = {
  rows: Sample[]
  sorting: Sorting
  sort(sorting: Sorting): void
  selection: Selection
  select(selection: Selection): void
  open: string | null
  show(sampleId: string | null): void
}

const fieldColumns = ['age', 'sex', 'tissue', 'treatment'] as const

/** The register as a table. Enter opens a sample, Space ticks it, Shift with Space ticks up to here. */
export function RegisterTable({ rows, sorting, sort, selection, select, open, show }: Props) {
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
  const sortable = (field: SortField) => ({
    sorted: sorting.sort === field ? sorting.order : (false as const),
    onSort: () => sort(nextSorting(sorting, field)),
  })
  const chosen = rows.filter(({ sampleId }) => isChosen(selection, sampleId)).length
  const all = rows.length > 0 && chosen === rows.length
  return (
    <VirtualTable
      label={t('title')}
      rows={rows}
      rowKey={({ sampleId }) => sampleId}
      selectedKey={open}
      onRowClick={({ sampleId }) => show(sampleId)}
      onKey={press}
      columns={[
        {
          id: 'tick',
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
        {
          id: 'reference',
          width: 180,
          header: t('columns.reference'),
          ...sortable('client_reference'),
          cell: (sample) => <Plain text={sample.clientReference} />,
        },
        {
          id: 'state',
          width: 120,
          header: t('columns.state'),
          ...sortable('status'),
          cell: (sample) => <StateBadge state={sample.state} status={sample.status} />,
        },
        {
          id: 'group',
          width: 110,
          header: t('columns.group'),
          cell: (sample) => <Plain text={groupOf(sample)} />,
        },
        {
          id: 'tags',
          width: 120,
          header: t('columns.tags'),
          cell: (sample) => <Plain text={sample.annotation?.tags.join(', ') || null} />,
        },
        ...fieldColumns.map((field) => ({
          id: field,
          width: field === 'age' || field === 'sex' ? 64 : 110,
          numeric: field === 'age',
          header: t(`columns.${field}`),
          cell: (sample: Sample) => <Plain text={sample.fields[field] ?? null} />,
        })),
        {
          id: 'created',
          width: 110,
          header: t('columns.created'),
          ...sortable('created_at'),
          cell: (sample) => <Timestamp at={sample.createdAt} />,
        },
        {
          id: 'analysed',
          width: 110,
          header: t('columns.analysed'),
          cell: (sample) => (sample.analysedAt ? <Timestamp at={sample.analysedAt} /> : t('notAnalysed')),
        },
        {
          id: 'sampleId',
          width: 200,
          header: t('columns.sampleId'),
          ...sortable('sample_id'),
          cell: (sample) => <Plain text={sample.sampleId} />,
        },
        {
          id: 'origin',
          width: 140,
          header: t('columns.origin'),
          cell: (sample) => (sample.synthetic ? <SyntheticMark /> : t('fromService')),
        },
      ]}
    />
  )
}

/** A text of somebody else's, in whichever direction it is written; a dash where there is none. */
const Plain = ({ text }: { text: string | number | null }) => (
  <span title={text === null ? undefined : String(text)}>{text === null ? '–' : <bdi>{text}</bdi>}</span>
)
