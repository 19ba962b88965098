import { Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RankedBars } from '../../../../figures/data.ts'
import { rankBars } from '../../../../figures/lollipops/rankedBars.ts'
import type { MatchDirection } from '../../../../shared/domain/drugs/drugMatch.ts'
import type { Measure, SampleResult } from '../../../../shared/domain/results/analysis.ts'
import type { CohortSample } from '../../../../shared/domain/results/cohort.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import type { Sample } from '../../../../shared/domain/samples/sample.ts'
import { formatAlone, formatValue } from '../../../../shared/format/numbers.ts'
import { toCopiedTable, yesNo } from '../../../../shared/tables/copyTable.ts'
import { LollipopChart } from '../../../charts/RowCharts.tsx'
import { useCall } from '../../../client/call.ts'
import { DrugMatches } from '../../../shared/drugs/DrugMatches.tsx'
import { Writable } from '../../../state/appStatus.tsx'
import { useCohort } from '../../../state/cohort/cohort.ts'
import { useChoiceName, useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { usePublishShownTables } from '../../../state/tables/shownTables.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { CopyLink } from '../../../ui/copy/CopyButton.tsx'
import { RawJson } from '../../../ui/copy/RawJson.tsx'
import { SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { StageBadge } from '../../../ui/feedback/StateBadges.tsx'
import { BigFact, BigFacts, Fact, Facts, FieldFacts, Hint, Section } from '../../../ui/panes/Section.tsx'
import { MeasureControl, ToolRow } from '../../../ui/panes/ToolRow.tsx'
import shared from '../../../ui/shared.module.css'
import { Timestamp, useFieldName, useTranslator } from '../../../ui/text/formats.tsx'
import classes from '../results.module.css'
import { AnswerHistory } from './AnswerHistory.tsx'

type Props = { sampleId: string; show(sampleId: string): void; close(): void }

/** Shows everything about one sample: its ranked scores, clock and history, and the drugs that oppose or mimic it. */
export function SamplePage({ sampleId, show, close }: Props) {
  const { t } = useTranslation('explore')
  const sample = useCall('samples.get', { sampleId })
  const hasAnswer = sample.data?.analysedAt !== null
  const result = useCall('results.sample', { sampleId }, { enabled: sample.data !== undefined && hasAnswer })
  const name = sample.data?.clientReference ?? result.data?.clientReference ?? sampleId
  const failure = sample.failure ?? result.failure
  const of = { sampleIds: [sampleId] }
  const matched = useSampleMatch()
  const { against, direction } = matched
  usePublishShownTables(
    [
      { kind: 'resultsLong', of },
      { kind: 'samples', of },
      { kind: 'answers', of },
      { kind: 'match', profile: { sampleId, against }, direction },
    ],
    { kind: 'sample', sampleId },
  )
  return (
    <div className={shared.page}>
      <Tools sampleId={sampleId} name={name} show={show} close={close} />
      <LoadingBar visible={sample.loading || result.loading} />
      {failure && <FailureNotice failure={failure} retry={() => void result.refetch()} />}
      <article className={classes.sample} aria-label={name}>
        <div className={classes.main}>
          <header className={classes.head}>
            <Title order={2} fz="xl" className={shared.wrap}>
              <bdi>{name}</bdi>
            </Title>
            {sample.data && <StageBadge sample={sample.data} />}
            {(result.data ?? sample.data)?.synthetic && <SyntheticMark />}
          </header>
          {sample.data && !hasAnswer && <NoAnswer sampleId={sampleId} />}
          {result.data && <RankedScores result={result.data} />}
          {sample.data && <AnswerHistory sampleId={sampleId} name={name} />}
          {result.data && (
            <Writable>
              <SampleMatches sampleId={sampleId} {...matched} />
            </Writable>
          )}
        </div>
        <aside className={classes.side} aria-label={t('page.facts')}>
          {result.data && <ClockPanel result={result.data} />}
          {sample.data && <SampleFacts sample={sample.data} result={result.data ?? null} />}
          {result.data && <RawJson key={sampleId} raw={result.data.raw} />}
        </aside>
      </article>
    </div>
  )
}

function Tools({ sampleId, name, show, close }: Props & { name: string }) {
  const { t } = useTranslation('explore')
  const { selection, change } = useCohort()
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  return (
    <ToolRow
      primary={
        <Writable>
          <Button variant="filled" size="xs" onClick={() => openAnalyse({ sampleIds: [sampleId] })}>
            {t('action.analyze')}
          </Button>
        </Writable>
      }
    >
      <Button size="xs" leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />} onClick={close}>
        {t('term.allSamples')}
      </Button>
      <Neighbours sampleId={sampleId} name={name} show={show} />
      <CopyLink inTools section="results" id={sampleId} />
      <MeasureControl value={selection.measure} change={(measure) => change({ measure })} />
    </ToolRow>
  )
}

function NoAnswer({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  return (
    <EmptyState
      title={t('page.none.title')}
      text={t('page.none.text')}
      action={
        <Writable>
          <Button variant="filled" onClick={() => openAnalyse({ sampleIds: [sampleId] })}>
            {t('page.none.action')}
          </Button>
        </Writable>
      }
    />
  )
}

function Neighbours({ sampleId, name, show }: { sampleId: string; name: string; show(id: string): void }) {
  const { t } = useTranslation('explore')
  const samples = useNeighbours()
  const known = samples.some((sample) => sample.sampleId === sampleId)
  if (samples.length === 0) return null
  return (
    <NativeSelect
      aria-label={t('term.sample')}
      value={sampleId}
      onChange={(event) => show(event.currentTarget.value)}
      data={[
        ...(known ? [] : [{ value: sampleId, label: name }]),
        ...samples.map(({ sampleId: value, clientReference, group }) => ({
          value,
          label: group ? `${clientReference} · ${group}` : clientReference,
        })),
      ]}
    />
  )
}

/** Shows the pathways of one sample from the highest to the lowest value of the chosen measure. */
function RankedScores({ result }: { result: SampleResult }) {
  const { t } = useTranslation('explore')
  const { measure } = useCohort().selection
  const axisTitle = useValueTitle(measure)
  const translate = useTranslator()
  const { fetchedAt } = result
  const source = translate(
    describeSource({ ...result, oldestFetchedAt: fetchedAt, newestFetchedAt: fetchedAt }),
  )
  const ranked = useMemo(() => toRankedBars(result, measure), [result, measure])
  const first = ranked.bars[0]
  const last = ranked.bars.at(-1)
  return (
    <Section title={t('page.ranked')}>
      {first && last ? (
        <LollipopChart
          ranked={ranked}
          axisTitle={axisTitle}
          labelWord={t('term.pathway')}
          fileName={`${result.clientReference} ${measure}`}
          source={source}
          summary={t('barsSummary', {
            sample: result.clientReference,
            measure: t(`measures.${measure}`),
            highest: `${first.label} ${formatValue(first.value)}`,
            lowest: `${last.label} ${formatValue(last.value)}`,
          })}
        />
      ) : (
        <Text fz="sm">{t('barsEmpty')}</Text>
      )}
    </Section>
  )
}

/** Shows what pathway-clock returned for the whole sample. The app computes no age here. */
export function ClockPanel({ result: { clock, sampleId } }: { result: SampleResult }) {
  const { t } = useTranslation('explore')
  const fieldName = useFieldName()
  return (
    <Section
      title={t('sampleClock.title')}
      actions={
        clock !== null && clock.values.length > 0 && <CopyAs read={() => clockTable(sampleId, clock)} />
      }
    >
      {clock === null ? (
        <Text fz="xs">{t('sampleClock.none')}</Text>
      ) : (
        <>
          {clock.values.length === 0 && <Text fz="xs">{t('sampleClock.noValues')}</Text>}
          <BigFacts>
            {clock.values.map(({ name, value }) => (
              <BigFact key={name} name={fieldName(name)} title={`${name}: ${value}`}>
                {formatAlone(value)}
              </BigFact>
            ))}
          </BigFacts>
          <Hint>
            {clock.offsets.length > 0 && `${t('sampleClock.offsets', { count: clock.offsets.length })} `}
            {t('sampleClock.hint')} {t('term.fetched')} <Timestamp at={clock.fetchedAt} />
          </Hint>
        </>
      )}
    </Section>
  )
}

const clockTable = (sampleId: string, clock: NonNullable<SampleResult['clock']>) =>
  toCopiedTable(
    clock.values,
    {
      sample_id: () => sampleId,
      name: ({ name }) => name,
      value: ({ value }) => value,
      unit: () => 'not documented',
      fetched_at: () => clock.fetchedAt,
      service: () => clock.service,
      synthetic: () => yesNo(clock.synthetic),
    },
    { sampleId, ...clock },
  )

/** The most samples in the list of names. For more, the user opens samples from the table. */
const mostListed = 500

/** Returns the first samples of the cohort that the sample was opened from. */
export function useNeighbours(): readonly CohortSample[] {
  const { of, measure } = useCohort().selection
  return useCall('results.values', { measure, of, limit: mostListed }).data?.samples ?? []
}

/** Returns the direction of the drug matches and the reference samples: those on screen, the controls, or all. */
function useSampleMatch() {
  const { selection, study } = useCohort()
  const { of, view } = selection
  const [all, setAll] = useState(false)
  const [direction, setDirection] = useState<MatchDirection>('opposing')
  const against = all ? study : view.kind === 'zControls' ? view.controls : of
  return { against, direction, setDirection, referToAll: () => setAll(true) }
}

/** Lists drugs that oppose or mimic what distinguishes this sample from the reference samples. */
function SampleMatches({ sampleId, ...match }: { sampleId: string } & ReturnType<typeof useSampleMatch>) {
  const { against, direction, setDirection, referToAll } = match
  const { t } = useTranslation('explore')
  const name = useChoiceName(against)
  const { study } = useCohort()
  const isAll = JSON.stringify(against) === JSON.stringify(study)
  return (
    <Stack component="section" gap="sm" aria-label={t('match.title')}>
      <DrugMatches
        subject="profile"
        profile={{ sampleId, against }}
        limit={20}
        direction={direction}
        setDirection={setDirection}
        about={t('match.about', { against: isAll ? t('term.allSamples') : name })}
        noProfile={
          <>
            <Text fz="xs">{t('match.noProfile')}</Text>
            {!isAll && (
              <div>
                <Button size="compact-xs" onClick={referToAll}>
                  {t('match.referToAll')}
                </Button>
              </div>
            )}
          </>
        }
      />
    </Stack>
  )
}

export const toRankedBars = (result: SampleResult, measure: Measure): RankedBars =>
  rankBars(
    result.scores.map(({ pathway, activity, agingOffset }) => ({
      label: pathway,
      value: measure === 'activity' ? activity : agingOffset,
    })),
  )

function SampleFacts({ sample, result }: { sample: Sample; result: SampleResult | null }) {
  const { t } = useTranslation(['explore', 'state'])
  const { annotation } = sample
  return (
    <>
      <Section title={t('page.register')}>
        <Facts>
          <Fact name={t('sampleId')}>{sample.sampleId}</Fact>
          <Fact name={t('page.ordered')}>
            <Timestamp at={sample.createdAt} />
          </Fact>
          {sample.checkedAt && (
            <Fact name={t('page.checked')}>
              <Timestamp at={sample.checkedAt} />
            </Fact>
          )}
          <FieldFacts fields={sample.fields} />
        </Facts>
      </Section>
      <Section title={t('page.added')}>
        <Facts>
          <Fact name={t('field.group')}>{annotation?.group ?? '–'}</Fact>
          <Fact name={t('term.tag')}>{annotation?.tags.join(', ') || '–'}</Fact>
          <Fact name={t('term.note')}>{annotation?.note ?? '–'}</Fact>
          <FieldFacts fields={annotation?.fields} />
        </Facts>
      </Section>
      <Ways sampleId={sample.sampleId} />
      {result && (
        <Section title={t('page.from')}>
          <Facts>
            <Fact name={t('term.fetched')}>
              <Timestamp at={result.fetchedAt} />
            </Fact>
            <Fact name={t('term.service')}>{result.service}</Fact>
            {result.requestId && <Fact name={t('term.requestId')}>{result.requestId}</Fact>}
          </Facts>
        </Section>
      )}
      <Hint>{t('research')}</Hint>
    </>
  )
}

function Ways({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('explore')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const search = { sample: sampleId }
  return (
    <Group gap={8}>
      <Button
        size="compact-xs"
        onClick={() => void navigate({ to: '/study/$studyId/samples', params: { studyId }, search })}
      >
        {t('detail.toSample')}
      </Button>
      <Writable>
        <Button size="compact-xs" onClick={() => void navigate({ to: '/activity/screenings', search })}>
          {t('detail.screen')}
        </Button>
      </Writable>
    </Group>
  )
}
