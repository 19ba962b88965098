import { Box, Button, Group, Spoiler, Stack } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stylesByName, stylesOfField } from '../../../figures/style/groupStyles.ts'
import { inSd } from '../../../shared/domain/results/spread.ts'
import type { Caution, Finding, StudyOverview } from '../../../shared/domain/studies/overview.ts'
import { describeUnfinished } from '../../../shared/domain/studies/overviewCautions.ts'
import {
  columnFormat,
  columnFormatP,
  formatAlone,
  formatYears,
  yearDecimals,
} from '../../../shared/format/numbers.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { MiniHeatmap } from '../../charts/MiniHeatmap.tsx'
import { useCall } from '../../client/call.ts'
import { CautionItems, RepeatsAnswer } from '../../shared/cohort/CautionItems.tsx'
import { Writable } from '../../state/appStatus.tsx'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { isAnalyzing } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { tablesOfSamples, usePublishShownTables } from '../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Provenance } from '../../ui/feedback/Provenance.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { TranslatedMessage } from '../../ui/text/formats.tsx'
import { EditStudy } from './EditStudy.tsx'
import { IntervalPlot } from './IntervalPlot.tsx'
import { addressOf } from './links.ts'
import classes from './study.module.css'

/** Shows the findings of a study as sentences, each with its figures and a link to the view behind it. */
export function OverviewScreen() {
  const { t } = useTranslation('study')
  const { studyId } = useParams({ from: '/study/$studyId' })
  const navigate = useNavigate()
  /** The study whose findings are shown before all its samples are analyzed. */
  const [interimOf, setInterimOf] = useState<string | null>(null)
  const { data, failure, loading, isPreviousData, refetch } = useCall('studies.overview', {
    studyId,
    ...(interimOf === studyId ? { interim: true } : {}),
  })
  const overview = data?.studyId === studyId ? data : undefined
  const of = { filter: { study: studyId } }
  usePublishShownTables(tablesOfSamples(of), { kind: 'cohort', of })
  if (failure?.code === 'notFound')
    return (
      <EmptyState
        title={t('gone.title')}
        text={t('gone.text')}
        action={
          <Button variant="filled" onClick={() => void navigate({ to: '/' })}>
            {t('action.goHome')}
          </Button>
        }
      />
    )
  return (
    <Box h="100%" style={{ overflow: 'auto' }}>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice failure={failure} retry={() => void refetch()} />}
      {overview && (
        <article className={classes.column} data-stale={isPreviousData || undefined}>
          <Head overview={overview} />
          <Progress
            overview={overview}
            isInterim={interimOf === studyId}
            showInterim={(shown) => setInterimOf(shown ? studyId : null)}
          />
          {overview.samples === 0 && overview.toOrder === 0 ? (
            <EmptyState
              title={t('empty.title')}
              text={t('empty.text')}
              action={
                <Writable>
                  <Button
                    variant="filled"
                    onClick={() => void navigate({ to: '/import', search: { study: studyId } })}
                  >
                    {t('action.importSamples')}
                  </Button>
                </Writable>
              }
            />
          ) : (
            overview.stages.analyzed > 0 && <Results overview={overview} />
          )}
        </article>
      )}
    </Box>
  )
}

/** The height of the notes before they are expanded. */
const notesPx = 96

function Head({ overview: { studyId, question, stages, provenance } }: { overview: StudyOverview }) {
  const { t } = useTranslation('study')
  const [isEditing, setIsEditing] = useState(false)
  const notes = useCall('studies.show', { studyId }).data?.notes ?? ''
  return (
    <Group component="header" gap="lg" wrap="nowrap" align="flex-start">
      <Box flex={1} miw={0}>
        <p className={classes.question} data-empty={question === '' || undefined}>
          {question || t('noQuestion')}
        </p>
        {notes !== '' && (
          <Spoiler maxHeight={notesPx} showLabel={t('more')} hideLabel={t('less')}>
            <p className={classes.notes}>{notes}</p>
          </Spoiler>
        )}
      </Box>
      {stages.analyzed > 0 && <Provenance of={provenance} />}
      <Writable>
        <Button onClick={() => setIsEditing(true)}>{t('edit')}</Button>
      </Writable>
      {isEditing && <EditStudy studyId={studyId} close={() => setIsEditing(false)} />}
    </Group>
  )
}

type ProgressProps = { overview: StudyOverview; isInterim: boolean; showInterim(shown: boolean): void }

/** Shows the progress from order to result in one line, until all samples are analyzed. */
function Progress({ overview, isInterim, showInterim }: ProgressProps) {
  const { t } = useTranslation('study')
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  const jobs = useCall('jobs.list', {}).data
  const { studyId, samples, stages, toOrder, unfinished } = overview
  const total = samples + toOrder
  if (total === 0 || stages.analyzed === total) return null
  const isRunning = isAnalyzing(jobs, studyId)
  const past = { ordered: samples, processing: stages.ready + stages.analyzed, analyzed: stages.analyzed }
  const remarks = [
    toOrder > 0 && t('progress.toOrder', { count: toOrder }),
    stages.failed > 0 && t('progress.failed', { count: stages.failed }),
    stages.unknown > 0 && t('progress.unknown', { count: stages.unknown }),
  ]
  return (
    <section className={classes.progress}>
      <ol>
        {(['ordered', 'processing', 'analyzed'] as const).map((stage) => (
          <li key={stage} data-done={past[stage] === total || undefined}>
            <strong>{t(`progress.${stage}`)}</strong>
            <progress value={past[stage] / total} aria-label={t(`progress.${stage}`)} />
            <span>{t('progress.of', { count: past[stage], total })}</span>
          </li>
        ))}
      </ol>
      {unfinished && stages.analyzed > 0 && (
        <Box component="p" flex="1 0 100%" m={0}>
          {!isInterim && <TranslatedMessage text={describeUnfinished(unfinished)} />}{' '}
          <Button size="compact-sm" onClick={() => showInterim(!isInterim)}>
            {t(isInterim ? 'progress.wait' : 'progress.showNow')}
          </Button>
        </Box>
      )}
      {remarks.some(Boolean) && <span>{remarks.filter(Boolean).join(' · ')}</span>}
      {stages.ready > 0 && !isRunning && (
        <Writable>
          <Button
            variant="filled"
            onClick={() => openAnalyse({ filter: { study: studyId, hasResult: false } })}
          >
            {t('progress.analyze', { count: stages.ready })}
          </Button>
        </Writable>
      )}
    </section>
  )
}

function Results({ overview }: { overview: StudyOverview }) {
  const { t } = useTranslation('study')
  const { findings, notLookedAt } = overview
  const asking = findings.find(({ caution }) => caution !== null)
  const question = asking && overview.cautions.find(({ field }) => field !== undefined)
  const cautions = overview.cautions.filter((caution) => caution !== question)
  return (
    <>
      <div className={classes.columns} data-single={findings.length === 0 || undefined}>
        {findings.length > 0 && (
          <Stack component="section" gap="lg" aria-label={t('findings')}>
            {findings.map((finding) => (
              <FindingItem
                key={toEnglish(finding.statement)}
                finding={finding}
                overview={overview}
                question={finding === asking ? question : undefined}
              />
            ))}
          </Stack>
        )}
        <Stack component="aside" gap="xl">
          <Heatmap overview={overview} />
          <Acceleration overview={overview} />
          <Drugs overview={overview} />
        </Stack>
      </div>
      {cautions.length > 0 && (
        <Part title={t('cautions')} className={classes.remarks}>
          <ul>
            <CautionItems
              cautions={cautions}
              after={({ link }) => link && <Show link={link} studyId={overview.studyId} />}
            />
          </ul>
        </Part>
      )}
      {notLookedAt.length > 0 && (
        <Part title={t('notLookedAt')} className={classes.remarks}>
          <ul>
            {notLookedAt.map(({ statement }) => (
              <li key={toEnglish(statement)}>
                <TranslatedMessage text={statement} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

type PartProps = { title: string; className?: string | undefined; children: ReactNode }

const Part = ({ title, className, children }: PartProps) => (
  <section aria-label={title} className={className}>
    <h2>{title}</h2>
    {children}
  </section>
)

type WithOverview = { overview: StudyOverview }

const shownPathways = 6

type FindingProps = WithOverview & {
  finding: Finding
  /** The caution of the findings, if this one asks the user to answer it. */
  question: Caution | undefined
}

function FindingItem({ finding, overview, question }: FindingProps) {
  const { t } = useTranslation('study')
  const { statement, outcome, evidence, link, pathways, contrast, caution } = finding
  const groups = contrast === null ? undefined : overview.comparison?.contrasts[contrast]
  const shown = pathways.slice(0, shownPathways)
  const differences = shown.map(({ difference }) => difference)
  const formatDifference = columnFormat(differences, differences)
  const formatQ = columnFormatP(shown.map(({ q }) => q))
  const estimates = shown.flatMap((one) => {
    const { pathway: label, difference, sd, q } = one
    if (difference === null || sd === null || sd === 0) return []
    return [{ label, ...inSd(one, sd), texts: [formatDifference(difference, difference), formatQ(q)] }]
  })
  return (
    <div className={classes.finding} data-outcome={outcome} data-evidence={evidence}>
      <p>
        <TranslatedMessage text={statement} /> <Show link={link} studyId={overview.studyId} />
      </p>
      {caution && (
        <Box mb="sm" c="var(--pathclock-warn)" fz="sm">
          <TranslatedMessage text={caution} />{' '}
          {question?.link && <Show link={question.link} studyId={overview.studyId} />}
          {question?.field !== undefined && <RepeatsAnswer field={question.field} />}
        </Box>
      )}
      {groups && estimates.length > 0 && (
        <IntervalPlot
          rows={estimates}
          label={t('differences', { a: groups.a, b: groups.b })}
          axisTitle={t('inSd', { a: groups.a, b: groups.b })}
          heads={[t('difference'), 'q']}
        />
      )}
    </div>
  )
}

function Show({ link, studyId }: { link: Finding['link']; studyId: string }) {
  const { t } = useTranslation('study')
  return (
    <Link {...addressOf(link, studyId)} className={classes.show}>
      {t(`show.${link.view}`)}
    </Link>
  )
}

const thumbnailSamples = 200

function Heatmap({ overview: { studyId } }: WithOverview) {
  const { t } = useTranslation('study')
  const of = { filter: { study: studyId, hasResult: true } }
  const view = { kind: 'z' } as const
  const { data } = useCall('results.values', { measure: 'activity', of, view, limit: thumbnailSamples })
  return (
    <Part title={t('heatmap')}>
      <Link {...addressOf({ view: 'heatmap', measure: 'activity' }, studyId)} className={classes.thumbnail}>
        {data && <MiniHeatmap matrix={data} label={t('heatmapLabel')} />}
      </Link>
    </Part>
  )
}

function Acceleration({ overview: { ageAcceleration, comparison } }: WithOverview) {
  const { t } = useTranslation('study')
  const { design, covariates } = useStudyDesign()
  if (!ageAcceleration) return null
  const { groups, measure } = ageAcceleration
  const decimals = yearDecimals(groups.flatMap(({ mean, ciLow, ciHigh }) => [mean, ciLow, ciHigh]))
  const by = comparison?.by ?? null
  const ownStyles = () => stylesByName(groups.map(({ name }) => name))
  const styles = design && (by === null ? ownStyles() : stylesOfField(by, design, covariates))
  const rows = groups.flatMap(({ name, n, mean, ciLow, ciHigh }) => {
    if (mean === null) return []
    const years = (value: number) => formatYears(value, decimals)
    const hasInterval = ciLow !== null && ciHigh !== null
    const interval = hasInterval && ` (${t('interval', { low: years(ciLow), high: years(ciHigh) })})`
    const texts = [`${years(mean)}${interval || ''} ${t('years')}`]
    const colour = styles?.get(name)?.colour ?? null
    return [{ label: name, note: t('n', { n }), value: mean, low: ciLow, high: ciHigh, texts, colour }]
  })
  return (
    <Part title={t('term.ageAccelerationByGroup')}>
      <IntervalPlot rows={rows} label={t('term.ageAccelerationByGroup')} axisTitle={t('years')} />
      <Hint mt="xs">{t(measure === 'age_acceleration' ? 'accelerationHint' : 'residualHint')}</Hint>
    </Part>
  )
}

function Drugs({ overview: { drugs } }: WithOverview) {
  const { t } = useTranslation('study')
  const [best] = drugs
  if (!best) return null
  return (
    <Part title={t('drugs')}>
      <div className={classes.drugs}>
        {(['mimicking', 'opposing'] as const).map((direction) => (
          <div key={direction}>
            <h3>{t(direction)}</h3>
            <ol>
              {best[direction].map(({ drugId, name, score, givenTo }) => (
                <li key={drugId}>
                  <Link to="/library/drugs" search={{ drug: drugId }}>
                    {name}
                  </Link>
                  {givenTo !== null && <small>{t('positiveControl')}</small>}
                  <span>{formatAlone(Number(score.toFixed(2)))}</span>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <Hint mt="xs">{t('drugsCaution')}</Hint>
    </Part>
  )
}
