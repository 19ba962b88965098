import { Button, CloseButton, Group, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugSet, DrugSetMember } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './lists.module.css'
import { MembersTable } from './MembersTable.tsx'
import { arrange, type Sorting } from './members.ts'
import { Note } from './Note.tsx'
import { useExport } from './useExport.ts'
import { useRemoveMembers } from './useRemoveMembers.ts'
import { mostCompared } from './view.ts'

type Props = {
  set: DrugSet
  rename(): void
  remove(): void
  compare(drugIds: string[]): void
  changed(): void
}

/** One list: what it is for, its drugs, and what can be done with all of them or with those that are ticked. */
export function Members({ set, rename, remove, compare, changed }: Props) {
  const { t } = useTranslation('lists')
  const navigate = useNavigate()
  const shown = useCall('sets.show', { setId: set.setId })
  // While the first answer is on its way, the one that stays is of another list.
  const answer = shown.data?.set.setId === set.setId ? shown.data : undefined
  const members = answer?.drugs
  const refresh = () => {
    void shown.refetch()
    changed()
  }
  return (
    <section className={classes.members} aria-label={t('members', { name: nameOf(set, t) })}>
      <header className={classes.head}>
        <Group gap={8} justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} fz={16} className={classes.title}>
            {nameOf(set, t)}
          </Title>
          <Group gap={8} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              disabled={set.count === 0}
              onClick={() => void navigate({ to: '/drugs/offline', search: { set: set.setId } as never })}
            >
              {t('offline')}
            </Button>
            {set.kind === 'set' && (
              <>
                <Button size="compact-sm" variant="default" onClick={rename}>
                  {t('renameThis')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={remove}>
                  {t('removeThis')}
                </Button>
              </>
            )}
          </Group>
        </Group>
        {set.kind === 'set' ? (
          <Note set={answer?.set ?? set} changed={refresh} />
        ) : (
          <p className={classes.hint}>{t(`hint.${set.kind}`)}</p>
        )}
      </header>
      <LoadingBar visible={shown.loading} />
      {shown.failure && <FailureNotice failure={shown.failure} retry={() => void shown.refetch()} />}
      {members?.length === 0 && (
        <EmptyState
          title={t('noMembers.title')}
          text={t(`noMembers.${set.kind}`)}
          action={
            <Button variant="default" onClick={() => void navigate({ to: '/drugs' })}>
              {t('toSearch')}
            </Button>
          }
        />
      )}
      {members !== undefined && members.length > 0 && (
        <Drugs set={set} members={members} compare={compare} changed={refresh} />
      )}
    </section>
  )
}

type DrugsProps = {
  set: DrugSet
  members: DrugSetMember[]
  compare(drugIds: string[]): void
  changed(): void
}

function Drugs({ set, members, compare, changed }: DrugsProps) {
  const { t, i18n } = useTranslation('lists')
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', order: 'asc' })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => arrange(members, text, sorting), [members, text, sorting])
  // A drug that has left the list is no longer chosen, whoever took it out.
  const ticked = useMemo(
    () => new Set(members.map(({ drugId }) => drugId).filter((drugId) => chosen.has(drugId))),
    [members, chosen],
  )
  const save = useExport()
  const takeOut = useRemoveMembers(set, changed)
  const number = new Intl.NumberFormat(i18n.language)
  useStatusText(
    rows.length === members.length
      ? t('count', { count: members.length })
      : t('countOf', { shown: number.format(rows.length), total: number.format(members.length) }),
  )
  const removeTicked = () => {
    if (ticked.size > 0) void takeOut.run(members.filter(({ drugId }) => ticked.has(drugId)))
  }
  const comparable = ticked.size >= 2 && ticked.size <= mostCompared
  return (
    <>
      <div className={classes.tools} role="search">
        <TextInput
          size="xs"
          className={classes.filter ?? ''}
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            text && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={() => setText('')} />
          }
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Tool
          disabled={!comparable}
          title={comparable ? undefined : t('compareHint', { most: mostCompared })}
          onClick={() => compare([...ticked])}
        >
          {t('compare')}
        </Tool>
        <Tool
          loading={save.pending}
          onClick={() =>
            void save.run(ticked.size > 0 ? { drugIds: [...ticked] } : { setId: set.setId }, set.name)
          }
        >
          {ticked.size > 0 ? t('exportTicked', { count: ticked.size }) : t('export')}
        </Tool>
        <Tool
          disabled={ticked.size === 0}
          title={ticked.size === 0 ? t('tickFirst') : undefined}
          loading={takeOut.pending}
          onClick={removeTicked}
        >
          {t('takeOut')}
        </Tool>
        {ticked.size > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setChosen(new Set())}>
            {t('ticked', { count: ticked.size })} ✕
          </Button>
        )}
      </div>
      {save.failure && <FailureNotice failure={save.failure} />}
      {takeOut.failure && <FailureNotice failure={takeOut.failure} />}
      {rows.length === 0 ? (
        <EmptyState
          title={t('noMatch', { text })}
          text={t('noMatchText')}
          action={
            <Button variant="default" onClick={() => setText('')}>
              {t('clearFilter')}
            </Button>
          }
        />
      ) : (
        <MembersTable
          label={t('members', { name: nameOf(set, t) })}
          rows={rows}
          sorting={sorting}
          sort={setSorting}
          ticked={ticked}
          setTicked={setChosen}
          open={(drug) => void navigate({ to: '/drugs', search: { drug } as never })}
          remove={removeTicked}
        />
      )}
    </>
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
      <Button size="xs" variant="default" {...more}>
        {children}
      </Button>
    </span>
  )
}

const nameOf = ({ kind, name }: DrugSet, say: (key: 'kind.favourites') => string): string =>
  kind === 'favourites' ? say('kind.favourites') : name
