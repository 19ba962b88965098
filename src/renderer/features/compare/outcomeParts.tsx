import { Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import { foundQ } from '../../../shared/domain/results/comparison.ts'
import type { Caution } from '../../../shared/domain/studies/overview.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import type { ShownColumn } from '../../../shared/tables/shownComparison.ts'
import type { Message } from '../../../shared/words/message.ts'
import { CautionItems } from '../../shared/cohort/CautionItems.tsx'
import { usePublishShownColumns } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Missing } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import {
  type ArrangeableColumn,
  type Arranging,
  type Sort,
  sortOf,
} from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type ShownColumns, useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { sortRows } from '../../ui/table/sortRows.ts'
import { useTranslator } from '../../ui/text/formats.tsx'
import classes from './compare.module.css'

/** Returns the columns of a table as arranged, which copies and exports follow. */
export function useArrangedTable<Row>(kind: 'compare' | 'model', columns: readonly PathwayColumn<Row>[]) {
  const arranging = useTableLayout(kind === 'compare' ? 'comparison' : kind, { firstSort })
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns(kind, shown)
  return { columns, arranging, shown }
}

type NotesProps = { lines: readonly Message[]; cautions: readonly Caution[]; onOnce(field: string): void }

export function Notes({ lines, cautions, onOnce }: NotesProps) {
  const { t } = useTranslation('compare')
  const translated = lines.map(useTranslator())
  if (lines.length === 0 && cautions.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('notesTitle')}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
      <ul className={shared.plainList}>
        <CautionItems cautions={cautions} onOnce={onOnce} />
        {translated.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

type RefusedOrFailedProps = {
  of: { failure: Failure | null; refetch(): Promise<unknown> }
  title: string
  action?: ReactNode
}

/** Shows the reason of a refusal as advice, and any other failure with a retry. */
export function RefusedOrFailed({ of: { failure, refetch }, title, action }: RefusedOrFailedProps) {
  const translate = useTranslator()
  if (isFailure(failure, 'rejected'))
    return <EmptyState title={title} text={translate(failure.userMessage)} action={action} />
  return failure && <FailureNotice flush failure={failure} retry={() => void refetch()} />
}

type FootProps = {
  of: CohortProvenance
  about: string
  table: { columns: readonly ArrangeableColumn[]; arranging: Arranging; shown: ShownColumns | null }
  isTable: boolean
  copied(): Copied
}

export function Foot({ of, about, table: { columns, arranging, shown }, isTable, copied }: FootProps) {
  return (
    <div className={classes.foot}>
      <Provenance of={of} />
      <Text span flex={1} miw={240} fz="xs" c="dimmed">
        {about}
      </Text>
      {isTable && <ColumnChooser size="xs" columns={columns} arranging={arranging} />}
      <CopyAs inTools read={() => arrangeCopied(copied(), shown)} />
    </div>
  )
}

const firstSort: Sort = [{ column: 'p', order: 'asc' }]

/** `keyOf`: the sort key of a row. */
export type PathwayColumn<Row> = TableColumn<Row> & { keyOf?(row: Row): number | string | null }

type Props<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly PathwayColumn<Row>[]
  arranging: Arranging
  pathway: string | null
  open(pathway: string): void
}

export function PathwayTable<Row extends { pathway: string }>(props: Props<Row>) {
  const { label, rows, columns, arranging, pathway, open } = props
  const sorted = useMemo(() => {
    const keys = new Map(columns.map(({ id, keyOf }) => [id, keyOf]))
    const sort = sortOf(columns, arranging.layout, firstSort)
    return sortRows(rows, sort, (row, by) => keys.get(by)?.(row) ?? null)
  }, [rows, columns, arranging.layout])
  return (
    <DataTable
      label={label}
      rows={sorted}
      rowKey={(row) => row.pathway}
      openKey={pathway}
      open={(row) => open(row.pathway)}
      columns={columns}
      arranging={arranging}
    />
  )
}

export const nameColumn = <Row extends { pathway: string }>(label: string): PathwayColumn<Row> => ({
  id: 'pathway',
  label,
  width: 150,
  pinned: true,
  role: 'name',
  sorts: 'asc',
  keyOf: ({ pathway }) => pathway,
  cell: ({ pathway }) => <bdi title={pathway}>{pathway}</bdi>,
})

/** Returns a function that makes a column of rounded numbers. `whyNone`: the reason for a missing one. */
export function useNumberColumns() {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  return useCallback(
    <Row,>(
      { id, head, names, text, read }: ShownColumn<Row>,
      width: number,
      whyNone: (row: Row) => string = () => t('notGiven'),
    ): PathwayColumn<Row> => ({
      id,
      label: translate(head),
      width,
      numeric: true,
      copies: names,
      ...(read && { sorts: 'asc', keyOf: read }),
      cell(row) {
        const [shown, exact] = [text(row), read?.(row)]
        if (shown === null) return <Missing why={whyNone(row)} />
        if (id === 'q' && typeof exact === 'number' && exact < foundQ)
          return <strong title={`${t('table.q005')}; ${exact}`}>{shown}</strong>
        return <span title={exact?.toString()}>{shown}</span>
      },
    }),
    [t, translate],
  )
}

export const dimNoise = <Row extends { withinNoise: boolean }, Column extends { cell(row: Row): ReactNode }>(
  columns: readonly Column[],
): Column[] =>
  columns.map((column) => ({
    ...column,
    cell: (row: Row) => (
      <span className={row.withinNoise ? shared.dimmed : undefined}>{column.cell(row)}</span>
    ),
  }))
