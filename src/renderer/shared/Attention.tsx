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

/** The label of the next step for each need. */
const actions = {
  inDoubt: 'settle',
  toOrder: 'resume',
  ready: 'analyze',
  inDoubtElsewhere: 'settle',
  toOrderElsewhere: 'resume',
} as const

type Need = { studyId: string; study: string; what: keyof typeof actions; count: number }

/** Lists orders of unknown outcome, unsent orders and samples ready for analysis, each with the next step. */
export function Attention({ studies }: { studies: readonly StudySummary[] }) {
  const { t } = useTranslation('state')
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const jobs = useCall('jobs.list', {}).data
  const isOrdering = jobs?.some(({ state, kind }) => state === 'running' && kind === 'import') ?? true
  const own = studies.filter(({ studyId }) => studyId !== allSamplesId)
  const all = studies.find(({ studyId }) => studyId === allSamplesId)
  /** Counts the orders of archived studies and of imports without a study of their own. */
  const elsewhere = (part: 'inDoubt' | 'toOrder'): number =>
    own.reduce((count, study) => count - study[part], all?.[part] ?? 0)
  const ofNoStudy = { studyId: allSamplesId, study: '' }
  const needs: Need[] = [
    ...own.flatMap(({ studyId, name: study, inDoubt, toOrder, stages }): Need[] => [
      { studyId, study, what: 'inDoubt', count: inDoubt },
      { studyId, study, what: 'toOrder', count: isOrdering ? 0 : toOrder },
      { studyId, study, what: 'ready', count: isAnalyzing(jobs, studyId) ? 0 : stages.ready },
    ]),
    { ...ofNoStudy, what: 'inDoubtElsewhere', count: elsewhere('inDoubt') },
    { ...ofNoStudy, what: 'toOrderElsewhere', count: isOrdering ? 0 : elsewhere('toOrder') },
  ]
  const found = needs.filter(({ count }) => count > 0)
  if (readOnly || found.length === 0) return null
  const act = ({ what, studyId }: Need) =>
    what === 'ready'
      ? openAnalyse({ filter: { study: studyId, hasResult: false } })
      : void navigate({ to: '/activity/batches' })
  return (
    <section className={classes.attention} aria-label={t('attention.title')}>
      {found.map((need) => (
        <div key={`${need.what} ${need.studyId}`} className={classes.attentionRow}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{t(`attention.${need.what}`, { count: need.count, study: need.study })}</span>
          <Button size="compact-sm" onClick={() => act(need)}>
            {t(`attention.${actions[need.what]}`)}
          </Button>
        </div>
      ))}
    </section>
  )
}
