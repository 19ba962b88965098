import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../shared/domain/sample.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { nextSorting, type SortField, type Sorting, toggle, togglePage } from './register.ts'

type Props = {
  rows: Sample[]
  sorting: Sorting
  sort: (sorting: Sorting) => void
  selected: string[]
  select: (selected: string[]) => void
  open: string | null
  show: (sampleId: string) => void
}

const fieldColumns = ['group', 'age', 'sex', 'tissue', 'treatment'] as const

/** The register as a table: a row opens its sample, a tick takes it into the selection. */
export function RegisterTable({ rows, sorting, sort, selected, select, open, show }: Props) {
  const { t } = useTranslation('samples')
  const page = rows.map(({ sampleId }) => sampleId)
  const sortable = (field: SortField) => ({
    sorted: sorting.sort === field ? sorting.order : (false as const),
    onSort: () => sort(nextSorting(sorting, field)),
  })
  const all = page.length > 0 && page.every((id) => selected.includes(id))
  return (
    <VirtualTable
      label={t('title')}
      rows={rows}
      rowKey={(sample) => sample.sampleId}
      selectedKey={open}
      onRowClick={(sample) => show(sample.sampleId)}
      columns={[
        {
          id: 'tick',
          width: 36,
          header: (
            <Checkbox
              size="xs"
              aria-label={t('selectPage')}
              checked={all}
              indeterminate={!all && page.some((id) => selected.includes(id))}
              onChange={() => select(togglePage(selected, page))}
            />
          ),
          cell: (sample) => (
            <Checkbox
              size="xs"
              aria-label={t('select', { name: sample.clientReference })}
              checked={selected.includes(sample.sampleId)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => select(toggle(selected, sample.sampleId))}
            />
          ),
        },
        {
          id: 'reference',
          width: 180,
          header: t('columns.reference'),
          ...sortable('client_reference'),
          cell: (sample) => <span title={sample.clientReference}>{sample.clientReference}</span>,
        },
        {
          id: 'state',
          width: 130,
          header: t('columns.state'),
          ...sortable('status'),
          cell: (sample) => <StateBadge state={sample.state} status={sample.status} />,
        },
        ...fieldColumns.map((field) => ({
          id: field,
          width: field === 'age' || field === 'sex' ? 70 : 110,
          numeric: field === 'age',
          header: t(`columns.${field}`),
          cell: (sample: Sample) => (
            <span title={String(sample.fields[field] ?? '')}>{sample.fields[field] ?? '–'}</span>
          ),
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
          cell: (sample) => <span title={sample.sampleId}>{sample.sampleId}</span>,
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
