import { Button, Group, Stack, Textarea, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugList } from '../../../shared/domain/drugs/drug.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import classes from './lists.module.css'
import { MemberList } from './MemberList.tsx'

type Props = {
  set: DrugList
  rename(): void
  remove(): void
  compare(drugIds: string[]): void
  changed(): void
}

/** Shows one list: its purpose, its drugs, and the actions for all or the selected ones. */
export function Members({ set, rename, remove, compare, changed }: Props) {
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

/** Edits the user's note on a list. */
function Note({ set, changed }: { set: DrugList; changed(): void }) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('lists')
  const [draft, setDraft] = useState<string | null>(null)
  const save = useAction(async (note: string) => {
    const offerUndo = undoOffers.create()
    const { listId, name, note: former } = set
    await call('drugLists.change', { listId, note })
    setDraft(null)
    changed()
    if (note === former) return
    const undo = async () => {
      await call('drugLists.change', { listId, note: former })
      changed()
    }
    offerUndo({ message: t('note.changed', { name }), undo })
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
