import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugSet, DrugSetMember } from '../../../shared/domain/drug.ts'
import { usePublishShownColumns, usePublishShownTables } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { ColumnChooser } from '../../ui/ColumnChooser.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/copiedColumns.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import type { Arranging } from '../../ui/useArrangedColumns.ts'
import type { TableColumn } from '../../ui/VirtualTable.tsx'
import { MembersTable } from './MembersTable.tsx'
import { MemberTools } from './MemberTools.tsx'
import { memberColumns } from './memberColumns.tsx'
import { toMemberRows } from './memberRows.ts'
import { firstSort } from './members.ts'
import { type Choice, useChoice } from './useChoice.ts'
import { useExport } from './useExport.ts'
import { useRemoveMembers } from './useRemoveMembers.ts'

type Props = {
  set: DrugSet
  label: string
  members: DrugSetMember[]
  compare(drugIds: string[]): void
  changed(): void
}

/** The drugs of a list that has some, with what can be done with them. */
export function MemberList({ set, label, members, compare, changed }: Props) {
  const { t } = useTranslation('lists')
  const arranging = useTableLayout('listMembers', { firstSort })
  const columns = useMemo(() => memberColumns(t), [t])
  const choice = useChoice(members, arranging.layout.sort)
  const { ticked } = choice
  const save = useExport()
  const chosen = ticked.size > 0 ? members.filter(({ drugId }) => ticked.has(drugId)) : choice.rows
  const takeOut = useRemoveMembers(set, changed)
  useCount(choice.rows.length, members.length, ticked.size)
  const of = ticked.size > 0 ? { drugIds: [...ticked] } : { setId: set.setId }
  const shown = toShownColumns(columns, arranging.layout)
  usePublishShownTables([{ kind: 'drugs', of }])
  usePublishShownColumns('drugs', shown)
  const removeTicked = () => {
    if (ticked.size > 0) void takeOut.run(members.filter(({ drugId }) => ticked.has(drugId)))
  }
  return (
    <>
      <MemberTools
        choice={choice}
        compare={compare}
        copied={() => arrangeCopied(toMemberRows(chosen), shown)}
        columns={<ColumnChooser size="xs" columns={columns} arranging={arranging} />}
        save={{ pending: save.pending, run: () => void save.run(of, set.name) }}
        takeOut={{ pending: takeOut.pending, run: removeTicked }}
      />
      {save.failure && <FailureNotice failure={save.failure} />}
      {takeOut.failure && <FailureNotice failure={takeOut.failure} />}
      <Rows label={label} choice={choice} columns={columns} arranging={arranging} remove={removeTicked} />
    </>
  )
}

type RowsProps = {
  label: string
  choice: Choice
  columns: readonly TableColumn<DrugSetMember>[]
  arranging: Arranging
  remove(): void
}

function Rows({ label, choice, columns, arranging, remove }: RowsProps) {
  const { t } = useTranslation('lists')
  const navigate = useNavigate()
  const { text, setText, rows, ticked, setTicked } = choice
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('noMatch', { text })}
        text={t('noMatchText')}
        action={
          <Button variant="default" onClick={() => setText('')}>
            {t('clearFilter')}
          </Button>
        }
      />
    )
  return (
    <MembersTable
      label={label}
      rows={rows}
      columns={columns}
      arranging={arranging}
      ticked={ticked}
      setTicked={setTicked}
      open={(drug) => void navigate({ to: '/drugs', search: { drug } as never })}
      remove={remove}
    />
  )
}

/** Says at the foot of the window how many of the drugs are shown. */
function useCount(shown: number, total: number, selected: number): void {
  const { t, i18n } = useTranslation('lists')
  const number = numberFormatter(i18n.language)
  useStatusText(
    shown === total
      ? t('count', { count: total })
      : t('countOf', { shown: number.format(shown), total: number.format(total) }),
    { selected },
  )
}
