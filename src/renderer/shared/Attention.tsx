import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allSamplesId, type StudySummary } from '../../shared/domain/studies/study.ts'
import { useCall } from '../client/call.ts'
import { useReadOnly } from '../state/appStatus.tsx'
import { isAnalyzing } from '../state/currentStudy.ts'
import { useDialogs } from '../state/dialogs.ts'
import classes from './attention.module.css'

/** Lists orders of unknown outcome, unsent orders and samples ready for analysis, each with the next step. */
export function Attention({ studies }: { studies: readonly StudySummary[] }) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const jobs = useCall('jobs.list', {}).data
  const isOrdering = jobs?.some(({ state, kind }) => state === 'running' && kind === 'import') ?? true
  const openBatches = () => void navigate({ to: '/activity/batches' })
  const own = studies.filter(({ studyId }) => studyId !== allSamplesId)
  const ofStudies = own.flatMap(({ studyId, name: study, inDoubt, toOrder, stages }) => [
    ...(inDoubt > 0
      ? [
          {
            key: `doubt ${studyId}`,
            text: t('attention.inDoubt', { count: inDoubt, study }),
            action: 'settle' as const,
            run: openBatches,
          },
        ]
      : []),
    ...(toOrder > 0 && !isOrdering
      ? [
          {
            key: `order ${studyId}`,
            text: t('attention.toOrder', { count: toOrder, study }),
            action: 'resume' as const,
            run: openBatches,
          },
        ]
      : []),
    ...(stages.ready > 0 && !isAnalyzing(jobs, studyId)
      ? [
          {
            key: `ready ${studyId}`,
            text: t('attention.ready', { count: stages.ready, study }),
            action: 'analyze' as const,
            run: () => openAnalyse({ filter: { study: studyId, hasResult: false } }),
          },
        ]
      : []),
  ])
  // The orders of archived studies and of imports without a study of their own.
  const elsewhere = { inDoubt: 0, toOrder: 0, ...studies.find(({ studyId }) => studyId === allSamplesId) }
  for (const { inDoubt, toOrder } of own) {
    elsewhere.inDoubt -= inDoubt
    elsewhere.toOrder -= toOrder
  }
  const found = [
    ...ofStudies,
    ...(elsewhere.inDoubt > 0
      ? [
          {
            key: 'doubt',
            text: t('attention.inDoubtElsewhere', { count: elsewhere.inDoubt }),
            action: 'settle' as const,
            run: openBatches,
          },
        ]
      : []),
    ...(elsewhere.toOrder > 0 && !isOrdering
      ? [
          {
            key: 'order',
            text: t('attention.toOrderElsewhere', { count: elsewhere.toOrder }),
            action: 'resume' as const,
            run: openBatches,
          },
        ]
      : []),
  ]
  if (readOnly || found.length === 0) return null
  return (
    <section className={classes.attention} aria-label={t('attention.title')}>
      {found.map(({ key, text, action, run }) => (
        <div key={key} className={classes.attentionRow}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{text}</span>
          <Button size="compact-sm" onClick={run}>
            {t(`attention.${action}`)}
          </Button>
        </div>
      ))}
    </section>
  )
}
