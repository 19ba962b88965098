import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { annotationName } from '../../../../shared/tables/samples.ts'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { StageBadge } from '../../../ui/feedback/StateBadges.tsx'
import type { TableColumn, ValueColumn } from '../../../ui/table/DataTable.tsx'
import type { CellValue } from '../../../ui/table/DataTableRows.tsx'
import { Timestamp, timestampWidth } from '../../../ui/text/formats.tsx'
import { copiesOfField, groupOf } from './register.ts'

type Column = TableColumn<Sample> | ValueColumn<Sample>
const usualFields = ['age', 'sex', 'tissue', 'treatment'] as const
/** Fields that have a column of their own. */
const shownElsewhere: ReadonlySet<string> = new Set(['client_reference', 'group', ...usualFields])

/** The columns that the main process can sort by. */
export const sortable = ['reference', 'state', 'group', 'created', 'sampleId'].map((id) => ({
  id,
  label: id,
  width: 0,
  sorts: 'asc' as const,
}))

/** Returns the columns of the register: the usual ones first, then all other fields of the shown rows. */
export function useRegisterColumns(rows: readonly Sample[]): readonly Column[] {
  const { t } = useTranslation('samples')
  const sent = namesIn(rows, ({ fields }) => fields)
  const added = namesIn(rows, ({ annotation }) => annotation?.fields ?? {})
  const key = JSON.stringify([sent, added])
  return useMemo(() => {
    const [ofOrders, ofAnnotations] = JSON.parse(key) as [string[], string[]]
    return [
      ...firstColumns(t),
      ...ofOrders.map((name) => sentField(name)),
      ...ofAnnotations.map((name) => addedField(name, t('columns.added', { name }))),
      noteColumn(t),
    ]
  }, [key, t])
}

const namesIn = (rows: readonly Sample[], fieldsOf: (sample: Sample) => object): string[] =>
  [...new Set(rows.flatMap((row) => Object.keys(fieldsOf(row))))]
    .filter((name) => !shownElsewhere.has(name))
    .sort()

const firstColumns = (t: TFunction<'samples'>): Column[] => [
  {
    id: 'reference',
    role: 'name',
    width: 180,
    label: t('field.client_reference'),
    sorts: 'asc',
    copies: ['client_reference'],
    value: (sample) => plain(sample.clientReference),
  },
  {
    id: 'state',
    width: 120,
    label: t('term.state'),
    sorts: 'asc',
    copies: ['state', 'status'],
    cell: (sample) => <StageBadge sample={sample} />,
  },
  {
    id: 'group',
    width: 110,
    label: t('field.group'),
    sorts: 'asc',
    copies: ['group', 'annotation_group'],
    value: (sample) => plain(groupOf(sample)),
  },
  {
    id: 'tags',
    width: 120,
    label: t('term.tags'),
    copies: ['annotation_tags'],
    value: (sample) => plain(sample.annotation?.tags.join(', ') || null),
  },
  ...usualFields.map(
    (field): Column => ({
      id: field,
      width: field === 'sex' ? 64 : 110,
      numeric: field === 'age',
      label: t(`columns.${field}`),
      value: (sample) => plain(sample.fields[field] ?? null),
    }),
  ),
  {
    id: 'created',
    width: timestampWidth,
    label: t('columns.created'),
    sorts: 'asc',
    copies: ['created_at'],
    cell: (sample) => <Timestamp at={sample.createdAt} />,
  },
  {
    id: 'analysed',
    width: timestampWidth,
    label: t('columns.analysed'),
    copies: ['analysed_at'],
    cell: (sample) => (sample.analysedAt ? <Timestamp at={sample.analysedAt} /> : t('notAnalysed')),
  },
  {
    id: 'sampleId',
    width: 200,
    label: t('columns.sampleId'),
    sorts: 'asc',
    copies: ['sample_id'],
    value: (sample) => plain(sample.sampleId),
  },
  {
    id: 'origin',
    width: 140,
    label: t('columns.origin'),
    cell: (sample) => (sample.synthetic ? <SyntheticMark /> : t('fromService')),
  },
]

const sentField = (name: string): Column => ({
  id: `field ${name}`,
  width: 110,
  label: name,
  hiddenAtFirst: true,
  copies: copiesOfField(name),
  value: ({ fields }) => plain(fields[name] ?? null),
})

const addedField = (name: string, label: string): Column => ({
  id: `added ${name}`,
  width: 110,
  label,
  hiddenAtFirst: true,
  copies: [annotationName(name)],
  value: ({ annotation }) => plain(annotation?.fields[name] ?? null),
})

const noteColumn = (t: TFunction<'samples'>): Column => ({
  id: 'note',
  width: 200,
  label: t('term.note'),
  hiddenAtFirst: true,
  copies: ['annotation_note'],
  value: ({ annotation }) => plain(annotation?.note ?? null),
})

function plain(text: string | number | null): CellValue {
  return text === null ? { text: '–' } : { text: String(text), title: String(text) }
}
