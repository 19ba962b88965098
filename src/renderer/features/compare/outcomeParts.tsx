import { Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { CohortProvenance } from '../../../shared/domain/results/cohort.ts'
import type { Caution } from '../../../shared/domain/studies/overview.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import type { Message } from '../../../shared/words/message.ts'
import { CautionItems } from '../../shared/cohort/CautionItems.tsx'
import { usePublishShownColumns } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import type { ArrangeableColumn, Arranging } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, type ShownColumns, useShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import classes from './compare.module.css'
import { firstSort, type PathwayColumn } from './PathwayTable.tsx'

/** Returns the columns of a table as arranged, which copies and exports follow. */
export function useArrangedTable<Row>(kind: 'compare' | 'model', columns: readonly PathwayColumn<Row>[]) {
  const arranging = useTableLayout(kind === 'compare' ? 'comparison' : kind, { firstSort })
  const shown = useShownColumns(columns, arranging.layout)
  usePublishShownColumns(kind, shown)
  return { columns, arranging, shown }
}

type NotesProps = { lines: readonly Message[]; cautions: readonly Caution[]; onOnce(field: string): void }

/** Shows cautions, limits and left-out samples before the numbers they concern. */
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

/** Shows the meaning and source of the numbers, with the copy and export actions. */
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
