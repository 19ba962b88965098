import { Box, Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { IconList, IconStar, IconTag, type TablerIcon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { type SearchParams, useSearchParams } from '../../state/searchParams.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { Dialog, DialogForm } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter } from '../../ui/text/formats.tsx'
import { Comparison } from './Comparison.tsx'
import classes from './lists.module.css'
import { MemberList } from './MemberList.tsx'
import { listsTable } from './toCopied.ts'
import { useChangeWithUndo } from './useChangeWithUndo.ts'

/** Shows the drug lists with the members of one, or up to six drugs side by side, as the address says. */
export function ListsScreen() {
  const { search, change } = useSearchParams('/library/lists')
  const { set, compare = [] } = search
  const show = (drugIds: readonly string[]) =>
    change({ compare: drugIds.length > 0 ? [...drugIds] : undefined })
  if (compare.length > 0) return <Comparison listId={set} drugIds={compare} show={show} />
  return <Lists requested={set} go={(view) => change({ set: view.set, compare: view.compare })} />
}

/** `of`: the list to rename; null creates a new one. */
type Naming = { of: DrugList | null }
type Props = { requested: string | undefined; go(view: SearchParams<'/library/lists'>): void }

function Lists({ requested, go }: Props) {
  const { t } = useTranslation('lists')
  const sets = useCall('drugLists.list', {})
  const changeWithUndo = useChangeWithUndo(() => sets.refetch())
  const [naming, setNaming] = useState<Naming | null>(null)
  const chosen =
    requested === undefined ? sets.data?.[0] : sets.data?.find(({ listId }) => listId === requested)
  const remove = useAction(({ listId, name }: DrugList) =>
    changeWithUndo({
      message: t('removed', { name }),
      make: async () => {
        await call('drugLists.remove', { listId })
        go({})
      },
      undo: () => call('drugLists.restore', { listId }),
    }),
  )
  const saveName = async ({ of }: Naming, name: string) => {
    if (of === null) {
      const { listId } = await call('drugLists.create', { name })
      setNaming(null)
      await sets.refetch()
      return go({ set: listId })
    }
    const { listId, name: former } = of
    await changeWithUndo({
      message: name === former ? null : t('renamed', { name }),
      make: async () => {
        await call('drugLists.change', { listId, name })
        setNaming(null)
      },
      undo: () => call('drugLists.change', { listId, name: former }),
    })
    go({ set: listId })
  }
  const open = () => setNaming({ of: null })
  // The favorites list always exists, even when it is empty.
  const nothing =
    requested === undefined && sets.data?.every(({ kind, count }) => kind === 'favourites' && count === 0)
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Button variant="filled" size="xs" onClick={open}>
            {t('create')}
          </Button>
        }
      >
        {sets.data !== undefined && !nothing && <CopyAs inTools read={() => listsTable(sets.data ?? [])} />}
      </ToolRow>
      <LoadingBar visible={sets.loading} />
      {sets.failure && <FailureNotice failure={sets.failure} retry={() => void sets.refetch()} />}
      {remove.failure && <FailureNotice failure={remove.failure} />}
      {nothing && (
        <EmptyState
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <Button variant="filled" onClick={open}>
              {t('create')}
            </Button>
          }
        />
      )}
      {sets.data !== undefined && !nothing && (
        <div className={classes.columns}>
          <SetNav sets={sets.data} chosen={chosen?.listId} choose={(set) => go({ set })} />
          {chosen ? (
            <Members
              key={chosen.listId}
              set={chosen}
              rename={() => setNaming({ of: chosen })}
              remove={() => void remove.run(chosen)}
              compare={(compare) => go({ set: chosen.listId, compare })}
              changed={() => void sets.refetch()}
            />
          ) : (
            <EmptyState title={t('gone.title')} text={t('gone.text')} />
          )}
        </div>
      )}
      {naming && (
        <NameDialog
          former={naming.of?.name}
          close={() => setNaming(null)}
          save={(name) => saveName(naming, name)}
        />
      )}
    </div>
  )
}

const kinds = ['favourites', 'list', 'tag'] as const
const icons: Record<DrugList['kind'], TablerIcon> = { favourites: IconStar, list: IconList, tag: IconTag }

type SetNavProps = { sets: readonly DrugList[]; chosen: string | undefined; choose(listId: string): void }

/** Lists the favorites, the user's drug lists and their tags, each with its number of drugs. */
function SetNav({ sets, chosen, choose }: SetNavProps) {
  const { t, i18n } = useTranslation('lists')
  const number = numberFormatter(i18n.language)
  return (
    <nav className={classes.nav} aria-label={t('nav')}>
      {kinds.map((kind) => {
        const group = sets.filter((set) => set.kind === kind)
        if (group.length === 0) return null
        const Icon = icons[kind]
        return (
          <Stack component="section" gap={1} key={kind}>
            {kind !== 'favourites' && (
              <Box component="h2" m={0} py="xs" px="sm" c="dimmed" fz="sm" fw={600}>
                {t(`kind.${kind}`)}
              </Box>
            )}
            {group.map(({ listId, name, count }) => (
              <button
                key={listId}
                type="button"
                className={`${shared.listButton} ${classes.navItem}`}
                aria-current={listId === chosen}
                title={name}
                onClick={() => choose(listId)}
              >
                <Icon size={16} stroke={1.5} aria-hidden />
                <span>{kind === 'favourites' ? t('kind.favourites') : name}</span>
                <span className={shared.count}>{number.format(count)}</span>
              </button>
            ))}
          </Stack>
        )
      })}
    </nav>
  )
}

type NameDialogProps = { former: string | undefined; close(): void; save(name: string): Promise<void> }

function NameDialog({ former, close, save }: NameDialogProps) {
  const { t } = useTranslation('lists')
  const [name, setName] = useState(former ?? '')
  const saving = useAction(() => save(name.trim()))
  const isNew = former === undefined
  return (
    <Dialog opened onClose={close} title={t(isNew ? 'createTitle' : 'renameTitle')} size={400}>
      <DialogForm
        verb={t(isNew ? 'createNow' : 'action.rename')}
        disabled={!name.trim()}
        action={saving}
        submit={() => void saving.run()}
        close={close}
      >
        <TextInput
          data-autofocus
          label={t('name')}
          placeholder={t('namePlaceholder')}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}

type MembersProps = {
  set: DrugList
  rename(): void
  remove(): void
  compare(drugIds: string[]): void
  changed(): void
}

function Members({ set, rename, remove, compare, changed }: MembersProps) {
  const { t } = useTranslation('lists')
  const navigate = useNavigate()
  const shown = useCall('drugLists.show', { listId: set.listId })
  // Until the first response arrives, the data are those of the previous list.
  const answer = shown.data?.list.listId === set.listId ? shown.data : undefined
  const members = answer?.drugs
  const refresh = () => {
    void shown.refetch()
    changed()
  }
  return (
    <section className={shared.fill} aria-label={t('members', { name: nameOf(set, t) })}>
      <Stack component="header" gap="xs" flex="none" pt="md" pb="sm" px="lg">
        <Group gap={8} justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} fz="lg" className={shared.wrap}>
            {nameOf(set, t)}
          </Title>
          <Group gap={8} wrap="nowrap">
            <Button
              size="compact-sm"
              disabled={set.count === 0}
              onClick={() => void navigate({ to: '/library/offline', search: { set: set.listId } })}
            >
              {t('offline')}
            </Button>
            {set.kind === 'list' && (
              <>
                <Button size="compact-sm" onClick={rename}>
                  {t('action.askToRename')}
                </Button>
                <Button size="compact-sm" onClick={remove}>
                  {t('removeThis')}
                </Button>
              </>
            )}
          </Group>
        </Group>
        {set.kind === 'list' ? (
          <Note set={answer?.list ?? set} changed={refresh} />
        ) : (
          <Hint fz="sm">{t(`hint.${set.kind}`)}</Hint>
        )}
      </Stack>
      <LoadingBar visible={shown.loading} />
      {shown.failure && <FailureNotice failure={shown.failure} retry={() => void shown.refetch()} />}
      {members?.length === 0 && (
        <EmptyState
          title={t('noMembers.title')}
          text={t(`noMembers.${set.kind}`)}
          action={
            <Button onClick={() => void navigate({ to: '/library/drugs' })}>{t('action.searchDrugs')}</Button>
          }
        />
      )}
      {members !== undefined && members.length > 0 && (
        <MemberList
          set={set}
          label={t('members', { name: nameOf(set, t) })}
          members={members}
          compare={compare}
          changed={refresh}
        />
      )}
    </section>
  )
}

const nameOf = ({ kind, name }: DrugList, translate: (key: 'kind.favourites') => string): string =>
  kind === 'favourites' ? translate('kind.favourites') : name

function Note({ set, changed }: { set: DrugList; changed(): void }) {
  const { t } = useTranslation('lists')
  const changeWithUndo = useChangeWithUndo(changed)
  const [draft, setDraft] = useState<string | null>(null)
  const save = useAction((note: string) => {
    const { listId, name, note: former } = set
    return changeWithUndo({
      message: note === former ? null : t('note.changed', { name }),
      make: async () => {
        await call('drugLists.change', { listId, note })
        setDraft(null)
      },
      undo: () => call('drugLists.change', { listId, note: former }),
    })
  })
  if (draft === null)
    return (
      <div className={classes.note}>
        {set.note && <p>{set.note}</p>}
        <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={() => setDraft(set.note)}>
          {t(set.note ? 'note.edit' : 'note.add')}
        </Button>
      </div>
    )
  return (
    <Stack gap="sm" maw={640}>
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={8}
        size="xs"
        maxLength={20_000}
        aria-label={t('note.label')}
        placeholder={t('note.placeholder')}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) setDraft(null)
        }}
      />
      {save.failure && <FailureNotice failure={save.failure} flush />}
      <Group gap={8}>
        <Button variant="filled" size="compact-sm" {...save.buttonProps(draft)}>
          {t('note.save')}
        </Button>
        <Button size="compact-sm" onClick={() => setDraft(null)}>
          {t('cancel')}
        </Button>
      </Group>
    </Stack>
  )
}
