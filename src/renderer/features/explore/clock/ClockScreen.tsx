import { Button, NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClockPlot } from '../../../../shared/domain/results/cohort.ts'
import { describeClock } from '../../../../shared/domain/results/describeClock.ts'
import { ScatterChart } from '../../../charts/ScatterChart.tsx'
import { useLargeResult } from '../../../client/useCall.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { useCohort } from '../../../state/cohort/useCohort.ts'
import { useDialogs } from '../../../state/dialogs.ts'
import { useStatusText } from '../../../state/statusBar.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import type { Colouring } from '../chartData.ts'
import {
  ExploreFrame,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewProvenance,
  ViewSettings,
} from '../ExploreFrame.tsx'
import classes from '../explore.module.css'
import { ColourTools, useColouring } from '../figures/ColourTools.tsx'
import { useClock, useClockFigure } from '../figures/clock.ts'
import { useFigureView } from '../figures/figureView.ts'
import { AgeAcceleration } from './AgeAcceleration.tsx'

/** Shows the age that the clock predicts against the chronological one. */
export function ClockScreen() {
  const answer = useLargeResult(useClock(useFigureView()))
  const plot = answer.data
  return (
    <ExploreFrame current="clock" needs={{}} settings>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {plot && !answer.failure && <Drawn plot={plot} isFormer={answer.isPreviousData} />}
    </ExploreFrame>
  )
}

function Drawn({ plot, isFormer }: { plot: ClockPlot; isFormer: boolean }) {
  const { t } = useTranslation('explore')
  const { points } = plot
  const colours = useColouring(points, useFigureView())
  const { of, selectedIds: marked } = useCohort().selection
  const openAnalyse = useDialogs((state) => state.openAnalyse)
  useStatusText(t('counted.samples', { count: points.length }), {
    selected: marked.size,
  })
  return (
    <>
      <Remarks lines={describeClock(plot).leftOut} />
      <div className={classes.main} aria-busy={isFormer}>
        <Tools plot={plot} colours={colours} />
        {colours.failure && <FailureNotice flush failure={colours.failure} />}
        <Hint>{t('clock.above')}</Hint>
        {points.length === 0 ? (
          <EmptyState
            title={t('clock.noneTitle')}
            text={t(plot.sources.predicted.length === 0 ? 'clock.noClock' : 'clock.noPoints')}
            action={
              plot.sources.predicted.length === 0 && (
                <Writable>
                  <Button variant="filled" onClick={() => openAnalyse(of)}>
                    {t('action.analyze')}
                  </Button>
                </Writable>
              )
            }
          />
        ) : (
          colours.colouring && (
            <>
              <Plot plot={plot} colouring={colours.colouring} />
              <AgeAcceleration plot={plot} />
            </>
          )
        )}
        <Hint>{t('clock.assumption')}</Hint>
      </div>
      <ViewProvenance of={plot}>
        <span>{t('counted.samples', { count: points.length })}</span>
      </ViewProvenance>
    </>
  )
}

type Colours = ReturnType<typeof useColouring>

function Tools({ plot, colours }: { plot: ClockPlot; colours: Colours }) {
  const { t } = useTranslation('explore')
  const { go } = useChartView()
  const choice = (which: 'predicted' | 'chronological') => {
    const sources = plot.sources[which]
    const chosen = plot[which]
    return (
      <NativeSelect
        miw={150}
        maw={280}
        label={t(`clock.${which}`)}
        value={JSON.stringify(chosen)}
        onChange={({ currentTarget }) => {
          const found = sources.find((source) => JSON.stringify(source) === currentTarget.value)
          if (found) go({ [which]: found })
        }}
        data={[
          ...(chosen === null ? [{ value: 'null', label: t('action.choose') }] : []),
          ...sources.map((source) => ({
            value: JSON.stringify(source),
            label: t(`clock.from.${source.from}`, { name: source.name }),
          })),
        ]}
      />
    )
  }
  return (
    <ViewSettings inView={plot.points.length === 0}>
      {choice('predicted')}
      {choice('chronological')}
      <ColourTools {...colours} />
    </ViewSettings>
  )
}

function Plot({ plot, colouring }: { plot: ClockPlot; colouring: Colouring }) {
  const { selection } = useCohort()
  const select = useSelectSamples()
  const figure = useClockFigure(plot, colouring, useFigureView())
  return <ScatterChart {...figure} selected={selection.selectedIds} onSelect={select} />
}
