import { Box, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { allSamplesId, type StudySummary } from '../../../shared/domain/studies/study.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { Writable } from '../../state/appStatus.tsx'
import { useFailureToast } from '../../state/useFailureToast.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import { TranslatedMessage } from '../../ui/text/TranslatedMessage.tsx'
import classes from './home.module.css'

const shownStages = ['analyzed', 'ready', 'processing', 'ordered', 'failed', 'unknown'] as const

/** Shows one study: its question, the progress of its samples, and a preview of its results. */
export function StudyCard({ study }: { study: StudySummary }) {
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
