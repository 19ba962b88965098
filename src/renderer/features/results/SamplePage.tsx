import { Button, NativeSelect, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { usePublishShownTables } from '../../state/shownTables.ts'
import { useCohort } from '../../state/useCohort.ts'
import { Writable } from '../../state/Writable.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { MeasureControl } from '../../ui/MeasureControl.tsx'
import { RawJson } from '../../ui/RawJson.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { AnswerHistory } from './AnswerHistory.tsx'
import { ClockPanel } from './ClockPanel.tsx'
import { OpposingDrugs } from './OpposingDrugs.tsx'
import { RankedScores } from './RankedScores.tsx'
import classes from './results.module.css'
import { SampleFacts } from './SampleFacts.tsx'
import { useNeighbours } from './useNeighbours.ts'

type Props = { sampleId: string; show(sampleId: string): void; close(): void }

/** All that is known of one sample: its scores in order, clock, history, and the drugs that oppose it. */
export function SamplePage({ sampleId, show, close }: Props) {
  const { t } = useTranslation('results')
  const sample = useCall('samples.get', { sampleId })
  const hasAnswer = sample.data?.analysedAt !== null
  const result = useCall('results.sample', { sampleId }, { enabled: sample.data !== undefined && hasAnswer })
  const name = sample.data?.clientReference ?? result.data?.clientReference ?? sampleId
  const failure = sample.failure ?? result.failure
  const of = { sampleIds: [sampleId] }
  usePublishShownTables(
    [
      { kind: 'resultsLong', of },
      { kind: 'samples', of },
      { kind: 'answers', of },
    ],
    { kind: 'sample', sampleId },
  )
  return (
    <div className={classes.page}>
      <Tools sampleId={sampleId} name={name} show={show} close={close} />
      <LoadingBar visible={sample.loading || result.loading} />
      {failure && <FailureNotice failure={failure} retry={() => void result.refetch()} />}
      <article className={classes.sample} aria-label={name}>
        <div className={classes.main}>
          <header className={classes.head}>
            <Title order={2} fz={20} className={classes.name}>
              <bdi>{name}</bdi>
            </Title>
            {sample.data && <StateBadge state={sample.data.state} status={sample.data.status} />}
            {(result.data ?? sample.data)?.synthetic && <SyntheticMark />}
          </header>
          {sample.data && !hasAnswer && <NoAnswer sampleId={sampleId} />}
          {result.data && <RankedScores result={result.data} />}
          {sample.data && <AnswerHistory sampleId={sampleId} name={name} />}
          {result.data && (
            <Writable>
              <OpposingDrugs sampleId={sampleId} />
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
  const { t } = useTranslation('results')
  const { selection, change } = useCohort()
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  return (
    <ToolRow
      primary={
        <Writable>
          <Button size="xs" onClick={() => openAnalyse({ sampleIds: [sampleId] })}>
            {t('analyse')}
          </Button>
        </Writable>
      }
    >
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
        onClick={close}
      >
        {t('page.back')}
      </Button>
      <Neighbours sampleId={sampleId} name={name} show={show} />
      <CopyLink inTools section="results" id={sampleId} />
      <MeasureControl value={selection.measure} change={(measure) => change({ measure })} />
    </ToolRow>
  )
}

function NoAnswer({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('results')
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  return (
    <EmptyState
      title={t('page.none.title')}
      text={t('page.none.text')}
      action={
        <Writable>
          <Button onClick={() => openAnalyse({ sampleIds: [sampleId] })}>{t('page.none.action')}</Button>
        </Writable>
      }
    />
  )
}

function Neighbours({ sampleId, name, show }: { sampleId: string; name: string; show(id: string): void }) {
  const { t } = useTranslation('results')
  const samples = useNeighbours()
  const known = samples.some((sample) => sample.sampleId === sampleId)
  if (samples.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      aria-label={t('chooseSample')}
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
