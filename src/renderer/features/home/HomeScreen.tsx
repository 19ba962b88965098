import { Box, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allSamplesId, type StudySummary } from '../../../shared/domain/studies/study.ts'
import { chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { Attention } from '../../shared/Attention.tsx'
import { Writable } from '../../state/appStatus.tsx'
import { Deferred } from '../../ui/dialogs/Deferred.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { TranslatedMessage } from '../../ui/text/TranslatedMessage.tsx'
import classes from './home.module.css'
import { StudyCard } from './StudyCard.tsx'

/** Lists the studies, below what needs attention and what is running. */
export function HomeScreen() {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const [showsArchived, setShowsArchived] = useState(false)
  const [isCreating, setIsCreating] = useState(false)
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (file) await navigate({ to: '/import', search: { file: file.fileId } })
  })
  const {
    data: studies,
    failure,
    loading,
    refetch,
  } = useCall('studies.list', showsArchived ? { archived: true } : {})
  const hasArchived = useCall('studies.names', {}).data?.some(({ archivedAt }) => archivedAt !== null)
  const isEmpty = !showsArchived && studies?.every(({ samples, toOrder }) => samples === 0 && toOrder === 0)
  const ownFirst = studies?.toSorted((a, b) => Number(isAll(a)) - Number(isAll(b)))
  return (
    <Box h="100%" style={{ overflow: 'auto' }}>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice failure={failure} retry={() => void refetch()} />}
      <Stack gap="lg" w="min(1280px, 100%)" my={0} mx="auto" p="xl">
        {studies && !showsArchived && <Attention studies={studies} />}
        <RunningJobs />
        <Group component="header" gap="sm" wrap="nowrap">
          <Box component="h2" flex={1} m={0} fz="xl" fw={600}>
            {t('title')}
          </Box>
          {(hasArchived || showsArchived) && (
            <Button variant="subtle" color="gray" onClick={() => setShowsArchived(!showsArchived)}>
              {t(showsArchived ? 'archivedOff' : 'archivedOn')}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={() => void navigate({ to: '/plan' })}>
            {t('action.planSamples')}
          </Button>
          <Writable>
            <Button onClick={() => setIsCreating(true)}>{t('create')}</Button>
            <Button variant={isEmpty ? 'default' : 'filled'} onClick={() => void navigate({ to: '/import' })}>
              {t('action.importSamples')}
            </Button>
          </Writable>
        </Group>
        {!studies && !failure && <Skeletons />}
        {showsArchived && studies?.length === 0 && (
          <Box component="p" m={0} c="dimmed">
            {t('noneArchived')}
          </Box>
        )}
        {isEmpty && (
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <Writable>
                <Button variant="filled" {...choose.buttonProps()}>
                  {t('action.chooseFile')}
                </Button>
              </Writable>
            }
          />
        )}
        {choose.failure && <FailureNotice flush failure={choose.failure} />}
        {!isEmpty && ownFirst && (
          <ul className={classes.cards}>
            {ownFirst.map((study) => (
              <StudyCard key={study.studyId} study={study} />
            ))}
          </ul>
        )}
      </Stack>
      <Deferred when={isCreating}>
        <NewStudy opened={isCreating} close={() => setIsCreating(false)} />
      </Deferred>
    </Box>
  )
}

const isAll = ({ studyId }: StudySummary): boolean => studyId === allSamplesId

const Skeletons = () => (
  <ul className={classes.cards}>
    {[0, 1, 2].map((one) => (
      <Skeleton key={one} height={180} component="li" />
    ))}
  </ul>
)

/** Lists the running jobs, one line each. The task list in the status bar has the details. */
function RunningJobs() {
  const { t } = useTranslation('home')
  const running = useCall('jobs.list', {}).data?.filter(({ state }) => state === 'running') ?? []
  if (running.length === 0) return null
  return (
    <section className={classes.running} aria-label={t('running')}>
      {running.map(({ jobId, title, done, failed, total }) => (
        <div key={jobId} className={classes.job}>
          <TranslatedMessage text={title} />
          <progress value={total ? (done + failed) / total : undefined} aria-label={t('running')} />
          <Box component="span" c="dimmed" fz="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {total === null ? done : `${done + failed} / ${total}`}
          </Box>
        </div>
      ))}
    </section>
  )
}

const NewStudy = lazyComponent('NewStudy', () => import('./NewStudy.tsx'))
