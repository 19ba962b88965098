import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList, DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import { call, useAction } from '../../client/call.ts'
import { ExportButton } from '../../shared/tables/ExportButton.tsx'
import { mostCompared } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownColumns, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { useTableLayout } from '../../state/tables/useTableLayout.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { FilterField } from '../../ui/forms/FilterField.tsx'
import shared from '../../ui/shared.module.css'
import { ColumnChooser } from '../../ui/table/columns/ColumnChooser.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx'
import { numberFormatter, Timestamp } from '../../ui/text/formats.tsx'
import classes from './lists.module.css'
import { arrange, firstSort, nameOf, shortPathways, toMemberRows } from './members.ts'
import { useChangeWithUndo } from './useChangeWithUndo.ts'

type Props = {
  set: DrugList
  label: string
  members: DrugListMember[]
  compare(drugIds: string[]): void
  changed(): void
}

/** Shows the drugs of a list with a filter and the tools for the selected ones. Delete removes the selected drugs. */
export function MemberList({ set, label, members, compare, changed }: Props) {
  const { t, i18n } = useTranslation('lists')
  const navigate = useNavigate()
  const arranging = useTableLayout('listMembers', { firstSort })
  const columns = useMemo(() => memberColumns(t), [t])
  const { sort } = arranging.layout
  const [text, setText] = useState('')
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => arrange(members, text, sort), [members, text, sort])
  // A drug that has left the list, here or in another window, is no longer selected.
  const selected = useMemo(() => members.filter(({ drugId }) => ticks.has(drugId)), [members, ticks])
  const ticked = useMemo(() => new Set(selected.map(({ drugId }) => drugId)), [selected])
  const takeOut = useRemoveMembers(set, changed)
  const number = numberFormatter(i18n.language)
  const [count, shownCount] = [members.length, rows.length]
  useStatusText(
    shownCount === count
      ? t('counted.drugs', { count })
      : t('counted.drugsOf', { count, shown: number.format(shownCount), total: number.format(count) }),
    { selected: ticked.size },
  )
  const shown = toShownColumns(columns, arranging.layout)
  usePublishShownTables([
    { kind: 'drugs', of: ticked.size > 0 ? { drugIds: [...ticked] } : { listId: set.listId } },
  ])
  usePublishShownColumns('drugs', shown)
  const remove = () => {
    if (ticked.size > 0) void takeOut.run(selected)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    remove()
    event.preventDefault()
  }
  const comparable = ticked.size >= 2 && ticked.size <= mostCompared
  return (
    <>
      <div className={classes.tools} role="search">
        <FilterField
          type="text"
          w={220}
          aria-label={t('filter')}
          placeholder={t('filter')}
          clearLabel={t('action.clearFilter')}
          text={text}
          setText={setText}
        />
        <Tool
          disabled={!comparable}
          title={comparable ? undefined : t('compareHint', { most: mostCompared })}
          onClick={() => compare([...ticked])}
        >
          {t('action.compare')}
        </Tool>
        <ColumnChooser size="xs" columns={columns} arranging={arranging} />
        <CopyAs inTools read={() => arrangeCopied(toMemberRows(ticked.size > 0 ? selected : rows), shown)} />
        <ExportButton inTools />
        <Tool
          disabled={ticked.size === 0}
          title={ticked.size === 0 ? t('tickFirst') : undefined}
          loading={takeOut.pending}
          onClick={remove}
        >
          {t('takeOut')}
        </Tool>
        {ticked.size > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTicks(new Set())}>
            {t('ticked', { count: ticked.size })} ✕
          </Button>
        )}
      </div>
      {takeOut.failure && <FailureNotice failure={takeOut.failure} />}
      {rows.length === 0 ? (
        <EmptyState
          title={t('noMatch', { text })}
          text={t('noMatchText')}
          action={<Button onClick={() => setText('')}>{t('action.clearFilter')}</Button>}
        />
      ) : (
        <DataTable
          label={label}
          rows={rows}
          arranging={arranging}
          rowKey={({ drugId }) => drugId}
          open={({ drugId }) => void navigate({ to: '/library/drugs', search: { drug: drugId } })}
          onKey={onKey}
          columns={columns}
          selection={{
            isSelected: (drugId) => ticked.has(drugId),
            select: (drugIds, isTicked) =>
              setTicks(isTicked ? ticked.union(drugIds) : ticked.difference(drugIds)),
            clear: () => setTicks(new Set()),
            allLabel: t('tickAll'),
            labelOf: (row) => t('tick', { name: nameOf(row) }),
          }}
        />
      )}
    </>
  )
}

type ToolProps = {
  children: ReactNode
  onClick(): void
  disabled: boolean
  loading?: boolean
  title: string | undefined
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

function useRemoveMembers({ listId, name }: DrugList, changed: () => void) {
  const { t } = useTranslation('lists')
  const changeWithUndo = useChangeWithUndo(changed)
  return useAction((members: readonly DrugListMember[]) =>
    changeWithUndo({
      message: t('takenOut', { count: members.length, name }),
      make: () => call('drugLists.change', { listId, remove: members.map(({ drugId }) => drugId) }),
      undo: () => {
        const add = members.map(({ drugId, name: known, addedAt }) => ({ drugId, name: known, addedAt }))
        return call('drugLists.change', { listId, add })
      },
    }),
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
