import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList, DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { ExportButton } from '../../shared/tables/ExportButton.tsx'
import { mostCompared } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownColumns, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { EmptyState, FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import type { Arranging, Sort } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import type { TableColumn } from '../../ui/table/DataTable.tsx'
import { numberFormatter } from '../../ui/text/formats.ts'
import classes from './lists.module.css'
import { MembersTable, memberColumns } from './MembersTable.tsx'
import { arrange, firstSort, toMemberRows } from './members.ts'

type Props = {
  set: DrugList
  label: string
  members: DrugListMember[]
  compare(drugIds: string[]): void
  changed(): void
}

/** Shows the drugs of a non-empty list, with the actions for them. */
export function MemberList({ set, label, members, compare, changed }: Props) {
  const { t } = useTranslation('lists')
  const arranging = useTableLayout('listMembers', { firstSort })
  const columns = useMemo(() => memberColumns(t), [t])
  const choice = useChoice(members, arranging.layout.sort)
  const { ticked } = choice
  const chosen = ticked.size > 0 ? members.filter(({ drugId }) => ticked.has(drugId)) : choice.rows
  const takeOut = useRemoveMembers(set, changed)
  useCount(choice.rows.length, members.length, ticked.size)
  const of = ticked.size > 0 ? { drugIds: [...ticked] } : { listId: set.listId }
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
        takeOut={{ pending: takeOut.pending, run: removeTicked }}
      />
      {takeOut.failure && <FailureNotice failure={takeOut.failure} />}
      <Rows label={label} choice={choice} columns={columns} arranging={arranging} remove={removeTicked} />
    </>
  )
}

type RowsProps = {
  label: string
  choice: Choice
  columns: readonly TableColumn<DrugListMember>[]
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
        action={<Button onClick={() => setText('')}>{t('action.clearFilter')}</Button>}
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
      open={(drug) => void navigate({ to: '/library/drugs', search: { drug } })}
      remove={remove}
    />
  )
}

/** Shows in the status bar how many of the drugs are shown. */
function useCount(shown: number, total: number, selected: number): void {
  const { t, i18n } = useTranslation('lists')
  const number = numberFormatter(i18n.language)
  useStatusText(
    shown === total
      ? t('counted.drugs', { count: total })
      : t('counted.drugsOf', { count: total, shown: number.format(shown), total: number.format(total) }),
    { selected },
  )
}

type MemberToolsProps = {
  choice: Choice
  compare(drugIds: string[]): void
  copied(): Copied
  /** The button that chooses the columns. */
  columns: ReactNode
  takeOut: { pending: boolean; run(): void }
}

/** The actions for the drugs of a list: find, compare, export and remove. */
function MemberTools({ choice, compare, copied, columns, takeOut }: MemberToolsProps) {
  const { t } = useTranslation('lists')
  const { ticked, setTicked } = choice
  const comparable = ticked.size >= 2 && ticked.size <= mostCompared
  return (
    <div className={classes.tools} role="search">
      <Filter text={choice.text} setText={choice.setText} />
      <Tool
        disabled={!comparable}
        title={comparable ? undefined : t('compareHint', { most: mostCompared })}
        onClick={() => compare([...ticked])}
      >
        {t('action.compare')}
      </Tool>
      {columns}
      <CopyAs inTools read={copied} />
      <ExportButton inTools />
      <Tool
        disabled={ticked.size === 0}
        title={ticked.size === 0 ? t('tickFirst') : undefined}
        loading={takeOut.pending}
        onClick={takeOut.run}
      >
        {t('takeOut')}
      </Tool>
      {ticked.size > 0 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTicked(new Set())}>
          {t('ticked', { count: ticked.size })} ✕
        </Button>
      )}
    </div>
  )
}

function Filter({ text, setText }: Pick<Choice, 'text' | 'setText'>) {
  const { t } = useTranslation('lists')
  return (
    <FilterField
      type="text"
      w={220}
      aria-label={t('filter')}
      placeholder={t('filter')}
      clearLabel={t('action.clearFilter')}
      text={text}
      setText={setText}
    />
  )
}

type ToolProps = {
  children: ReactNode
  onClick(): void
  disabled?: boolean
  loading?: boolean
  title?: string | undefined
}

function Tool({ children, title, ...more }: ToolProps) {
  return (
    <span title={title}>
      <Button size="xs" {...more}>
        {children}
      </Button>
    </span>
  )
}

/** Holds the filter and the selection of a list's drugs. */
function useChoice(members: readonly DrugListMember[], sort: Sort) {
  const [text, setText] = useState('')
  const [chosen, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => arrange(members, text, sort), [members, text, sort])
  // A drug that has left the list, here or in another window, is no longer selected.
  const ticked = useMemo(
    () => new Set(members.map(({ drugId }) => drugId).filter((drugId) => chosen.has(drugId))),
    [members, chosen],
  )
  return { text, setText, rows, ticked, setTicked }
}

type Choice = ReturnType<typeof useChoice>

/** Removes drugs from a list, and offers to restore them unchanged. */
function useRemoveMembers({ listId, name }: DrugList, changed: () => void) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('lists')
  return useAction(async (members: readonly DrugListMember[]) => {
    const offerUndo = undoOffers.create()
    await call('drugLists.change', { listId, remove: members.map(({ drugId }) => drugId) })
    changed()
    const undo = async () => {
      const add = members.map(({ drugId, name: known, addedAt }) => ({ drugId, name: known, addedAt }))
      await call('drugLists.change', { listId, add })
      changed()
    }
    offerUndo({ message: t('takenOut', { count: members.length, name }), undo })
  })
}
