import { Button, Group, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DrugSet } from '../../../shared/domain/drug.ts'
import { useCall } from '../../client/useCall.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './lists.module.css'
import { MemberList } from './MemberList.tsx'
import { Note } from './Note.tsx'

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

const nameOf = ({ kind, name }: DrugSet, say: (key: 'kind.favourites') => string): string =>
  kind === 'favourites' ? say('kind.favourites') : name
