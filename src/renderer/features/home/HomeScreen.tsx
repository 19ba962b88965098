import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { allSamplesId, type StudySummary } from '../../../shared/domain/studies/study.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { Attention } from '../../shared/Attention.tsx'
import { Writable } from '../../state/appStatus.tsx'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Timestamp, TranslatedMessage } from '../../ui/text/formats.tsx'
import classes from './home.module.css'

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
  const answer = useCall('studies.list', showsArchived ? { archived: true } : {})
  const { data: studies, failure } = answer
  const hasArchived = useCall('studies.names', {}).data?.some(({ archivedAt }) => archivedAt !== null)
  const isEmpty = !showsArchived && studies?.every(({ samples, toOrder }) => samples === 0 && toOrder === 0)
  const ownFirst = studies?.toSorted((a, b) => Number(isAll(a)) - Number(isAll(b)))
  return (
    <Box h="100%" style={{ overflow: 'auto' }}>
      <LoadingBar visible={answer.loading} />
      {failure && <FailureNotice failure={failure} retry={() => void answer.refetch()} />}
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
        {showsArchived && studies?.length === 0 && <Text c="dimmed">{t('noneArchived')}</Text>}
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

const shownStages = ['analyzed', 'ready', 'processing', 'ordered', 'failed', 'unknown'] as const

function StudyCard({ study }: { study: StudySummary }) {
  const { t } = useTranslation('home')
  const name = study.studyId === allSamplesId ? t('allSamples') : study.name
  return (
    <li className={classes.card}>
      <Preview study={study} />
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Box component="h3" flex={1} miw={0} m={0} fz="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <Link to="/study/$studyId" params={{ studyId: study.studyId }} className={classes.cardLink}>
            {name}
          </Link>
        </Box>
        {study.studyId !== allSamplesId && (
          <Writable>
            <Archive study={study} name={name} />
          </Writable>
        )}
      </Group>
      {study.question && <p className={classes.question}>{study.question}</p>}
      <Progress study={study} />
      <p className={classes.facts}>
        <span>{t('samples', { count: study.samples })}</span>
        {study.toOrder > 0 && <span>{t('stage.toOrder', { count: study.toOrder })}</span>}
        {shownStages
          .filter((stage) => study.stages[stage] > 0)
          .map((stage) => (
            <span key={stage}>{t(`stage.${stage}`, { count: study.stages[stage] })}</span>
          ))}
        {study.changedAt !== '' && (
          <span>
            <Trans t={t} i18nKey="changed" components={{ time: <Timestamp at={study.changedAt} /> }} />
          </span>
        )}
        {study.synthetic && <SyntheticMark />}
      </p>
    </li>
  )
}

const MiniHeatmap = lazyComponent('MiniHeatmap', () => import('../../charts/MiniHeatmap.tsx'))

function Preview({ study }: { study: StudySummary }) {
  const { t } = useTranslation('home')
  const hasResults = study.stages.analyzed > 0
  const { data } = useCall('studies.preview', { studyId: study.studyId }, { enabled: hasResults })
  if (!hasResults) return <div className={classes.noPreview}>{t('noResults')}</div>
  return <div className={classes.preview}>{data && <MiniHeatmap matrix={data} label={t('preview')} />}</div>
}

/** Shows the stages of the samples as shares of a bar; the text below gives the numbers. */
function Progress({ study: { stages, toOrder } }: { study: StudySummary }) {
  const parts = [
    ...shownStages.map((stage) => ({ stage, count: stages[stage] })),
    { stage: 'toOrder', count: toOrder },
  ]
  return (
    <div className={classes.progress} aria-hidden>
      {parts.map(({ stage, count }) => (
        <span key={stage} data-stage={stage} style={{ flexGrow: count }} />
      ))}
    </div>
  )
}

function Archive({ study, name }: { study: StudySummary; name: string }) {
  const { t } = useTranslation('home')
  const isArchived = study.archivedAt !== null
  const archive = useAction(async () => {
    const { stillRunning } = await call('studies.archive', { studyId: study.studyId, archived: !isArchived })
    if (stillRunning)
      notifications.show({ message: <TranslatedMessage text={stillRunning} />, autoClose: 12_000 })
  })
  const label = t(isArchived ? 'action.restore' : 'archive')
  useFailureToast(archive.failure, label)
  const Icon = isArchived ? IconArchiveOff : IconArchive
  return (
    <IconButton
      icon={Icon}
      iconSize={16}
      className={classes.cardActions ?? ''}
      label={t(isArchived ? 'restoreNamed' : 'archiveNamed', { study: name })}
      title={label}
      loading={archive.pending}
      onClick={() => void archive.run()}
      size="md"
    />
  )
}

/** Renders its children from the first time `when` is true, so that a dialog can close with its animation. */
function Deferred({ when, children }: { when: boolean; children: ReactNode }) {
  const [hasHeld, setHasHeld] = useState(when)
  if (when && !hasHeld) setHasHeld(true)
  return hasHeld && children
}
