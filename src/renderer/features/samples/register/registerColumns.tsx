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
import { timeColumn } from '../timeColumn.tsx'
import { copiesOfField, groupOf, namesIn } from './register.ts'

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
  const sent = namesShownIn(rows, ({ fields }) => fields)
  const added = namesShownIn(rows, ({ annotation }) => annotation?.fields ?? {})
  const key = JSON.stringify([sent, added])
  return useMemo(() => {
    const [ofOrders, ofAnnotations] = JSON.parse(key) as [string[], string[]]
    return [
      ...firstColumns(t),
      ...ofOrders.map((name) =>
        hiddenColumn(`field ${name}`, name, copiesOfField(name), ({ fields }) => fields[name]),
      ),
      ...ofAnnotations.map((name) =>
        hiddenColumn(
          `added ${name}`,
          t('columns.added', { name }),
          [annotationName(name)],
          ({ annotation }) => annotation?.fields[name],
        ),
      ),
      {
        ...hiddenColumn('note', t('term.note'), ['annotation_note'], ({ annotation }) => annotation?.note),
        width: 200,
      },
    ]
  }, [key, t])
}

const namesShownIn = (rows: readonly Sample[], fieldsOf: (sample: Sample) => object): string[] =>
  namesIn(rows, fieldsOf)
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
      value: (sample) => plain(sample.fields[field]),
    }),
  ),
  timeColumn('created', t('columns.created'), ({ createdAt }: Sample) => createdAt, {
    sorts: 'asc',
    copies: ['created_at'],
  }),
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

/** Returns a column that the user has to choose before it is shown. */
const hiddenColumn = (
  id: string,
  label: string,
  copies: string[],
  value: (sample: Sample) => string | number | null | undefined,
): Column => ({ id, width: 110, label, hiddenAtFirst: true, copies, value: (sample) => plain(value(sample)) })

function plain(text: string | number | null | undefined): CellValue {
  return text === null || text === undefined ? { text: '–' } : { text: String(text), title: String(text) }
}
