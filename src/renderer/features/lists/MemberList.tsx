import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList, DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { call, useAction } from '../../client/call.ts'
import { ExportButton } from '../../shared/tables/ExportButton.tsx'
import { mostCompared } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownColumns, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import type { Arranging, Sort } from '../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { numberFormatter, Timestamp } from '../../ui/text/formats.tsx'
import classes from './lists.module.css'
import { arrange, firstSort, nameOf, shortPathways, toMemberRows } from './members.ts'

type Props = {
  set: DrugList
  label: string
  members: DrugListMember[]
  compare(drugIds: string[]): void
  changed(): void
}

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
  columns: ReactNode
  takeOut: { pending: boolean; run(): void }
}

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

type MembersTableProps = {
  label: string
  rows: DrugListMember[]
  columns: readonly TableColumn<DrugListMember>[]
  arranging: Arranging
  ticked: ReadonlySet<string>
  setTicked(ticked: ReadonlySet<string>): void
  open(drugId: string): void
  remove(): void
}

/** Shows the drugs of a list. Delete removes the selected ones. */
function MembersTable({
  label,
  rows,
  columns,
  arranging,
  ticked,
  setTicked,
  open,
  remove,
}: MembersTableProps) {
  const { t } = useTranslation('lists')
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    remove()
    event.preventDefault()
  }
  return (
    <DataTable
      label={label}
      rows={rows}
      arranging={arranging}
      rowKey={({ drugId }) => drugId}
      open={({ drugId }) => open(drugId)}
      onKey={onKey}
      columns={columns}
      selection={{
        isSelected: (drugId) => ticked.has(drugId),
        select: (drugIds, selected) =>
          setTicked(selected ? ticked.union(drugIds) : ticked.difference(drugIds)),
        clear: () => setTicked(new Set()),
        allLabel: t('tickAll'),
        labelOf: (row) => t('tick', { name: nameOf(row) }),
      }}
    />
  )
}

const memberColumns = (t: TFunction<'lists'>): TableColumn<DrugListMember>[] => [
  {
    id: 'name',
    role: 'name',
    width: 190,
    label: t('term.name'),
    sorts: 'asc',
    cell: (row) => (
      <span title={nameOf(row)} className={shared.strong}>
        <bdi>{nameOf(row)}</bdi>
      </span>
    ),
  },
  {
    id: 'category',
    width: 180,
    label: t('term.category'),
    sorts: 'asc',
    cell: (row) => <Category row={row} />,
  },
  { id: 'pathways', width: 276, label: t('term.pathways'), cell: (row) => <Short row={row} /> },
  {
    id: 'kept',
    width: 104,
    label: t('term.fetched'),
    sorts: 'asc',
    copies: ['fetched_at'],
    cell: ({ drug }) => (drug ? <Timestamp at={drug.fetchedAt} /> : '–'),
  },
  {
    id: 'added',
    width: 104,
    label: t('columns.added'),
    sorts: 'asc',
    copies: ['added_at'],
    cell: (row) => <Timestamp at={row.addedAt} />,
  },
]

function Category({ row: { drug } }: { row: DrugListMember }) {
  const { t } = useTranslation('lists')
  if (!drug) return <Missing why={t('notCached')} />
  if (drug.category === null) return <span className={classes.dimmed}>{t('term.notGiven')}</span>
  return (
    <span title={drug.category}>
      <bdi>{drug.category}</bdi>
    </span>
  )
}

function Short({ row }: { row: DrugListMember }) {
  const { t } = useTranslation('lists')
  if (!row.drug) return <Missing why={t('notCached')} />
  if (row.drug.pathways === null) return <Missing why={t('notFetched')} />
  const { first, more } = shortPathways(row)
  if (first.length === 0) return <span className={classes.dimmed}>{t('noPathways')}</span>
  return (
    <>
      {first.map(({ pathway, direction }, index) => (
        // A pathway may occur twice, in two directions.
        <span key={`${index} ${pathway}`} className={classes.short}>
          <bdi>{pathway}</bdi>
          <DirectionWord direction={direction} short />
        </span>
      ))}
      {more > 0 && <span className={classes.dimmed}>{t('more', { count: more })}</span>}
    </>
  )
}
