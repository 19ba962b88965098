import { Checkbox, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pca } from '../../../shared/domain/cohort.ts'
import { ScatterChart } from '../../charts/ScatterChart.tsx'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { useCohort } from '../../state/useCohort.ts'
import { CohortSource, toSourceText } from '../../ui/CohortSource.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { CohortFrame } from './CohortFrame.tsx'
import { ColourTools } from './ColourTools.tsx'
import classes from './cohort.module.css'
import { Loadings } from './Loadings.tsx'
import { toPcaPoints } from './pcaPoints.ts'
import { Remarks } from './Remarks.tsx'
import { listed, toldJoined } from './remarks.ts'
import { useColouring } from './useColouring.ts'
import { useLook } from './useLook.ts'

/** The samples on the components in which they differ most. */
export function PcaScreen() {
  const { measure, of } = useCohort().selection
  const { look } = useLook()
  const answer = useCall('results.pca', { measure, of, scaled: look.scaled })
  const pca = answer.data
  return (
    <CohortFrame current="pca" needs={{ measure: true }}>
      <LoadingBar visible={answer.loading} />
      {answer.failure && <FailureNotice failure={answer.failure} retry={() => void answer.refetch()} />}
      {pca && !answer.failure && <Drawn pca={pca} />}
    </CohortFrame>
  )
}

function Drawn({ pca }: { pca: Pca }) {
  const { t } = useTranslation('cohort')
  const size = `${t('samples', { count: pca.samples.length })} × ${t('pathways', { count: pca.pathways.length })}`
  const { selectedIds: marked } = useCohort().selection
  useStatusText(pca.why === null ? size : null, { selected: marked.size, fetchedAt: pca.oldestFetchedAt })
  // Where no sample has all pathways, none of them differs either.
  const why = pca.samples.length < 3 ? 'tooFewSamples' : (pca.why ?? 'tooFewPathways')
  return (
    <>
      <CohortSource of={pca}>
        {pca.why === null && <span>{size}</span>}
        <span>{t(pca.scaled ? 'pca.isScaled' : 'pca.isCentred')}</span>
      </CohortSource>
      <Remarks lines={[...useLeftOut(pca), ...toldJoined(pca.joined, t)]} />
      {pca.why !== null || pca.components.length < 2 ? (
        <EmptyState title={t('pca.noneTitle')} text={t(`pca.why.${why}`)} />
      ) : (
        <Plot pca={pca} />
      )}
    </>
  )
}

function useLeftOut({ leftOut, samples }: Pca): string[] {
  const { t } = useTranslation('cohort')
  return [
    ...(leftOut.withoutResult > 0 ? [t('remarks.withoutResult', { count: leftOut.withoutResult })] : []),
    ...(samples.length < 2 && leftOut.pathways.length > 0
      ? [t('pca.fewLeft', { count: samples.length })]
      : []),
    ...(samples.length >= 2 && leftOut.pathways.length > 0
      ? [t('pca.leftOutPathways', { count: leftOut.pathways.length, names: listed(leftOut.pathways, t) })]
      : []),
    ...(leftOut.samples.length > 0 ? [t('pca.leftOutSamples', { count: leftOut.samples.length })] : []),
  ]
}

function Plot({ pca }: { pca: Pca }) {
  const { t, i18n } = useTranslation('cohort')
  const { t: words } = useTranslation('ui')
  const { selection, change } = useCohort()
  const { look, go } = useLook()
  const { colouring, options, colour, shape, failure } = useColouring(pca.samples)
  const last = pca.components.length - 1
  const x = Math.min(look.x - 1, last)
  const y = Math.min(look.y - 1, last)
  const points = useMemo(() => colouring && toPcaPoints(pca, [x, y], colouring), [pca, x, y, colouring])
  const percent = numberFormatter(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const title = (at: number) => {
    const { name = '', share = 0 } = pca.components[at] ?? {}
    return t('pca.axis', { name, share: percent.format(share) })
  }
  const fullTitle = (at: number) =>
    t(`pca.axisOf.${pca.scaled ? 'scaled' : 'centred'}`, {
      axis: title(at),
      measure: t(`pca.measure.${selection.measure}`),
    })
  const axis = (which: 'x' | 'y') => (
    <NativeSelect
      size="xs"
      className={classes.choice ?? ''}
      label={t(`pca.${which}`)}
      value={String(which === 'x' ? x : y)}
      onChange={({ currentTarget }) => go({ [which]: Number(currentTarget.value) + 1 })}
      data={pca.components.map((_, at) => ({ value: String(at), label: title(at) }))}
    />
  )
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <div className={classes.tools}>
          {axis('x')}
          {axis('y')}
          <ColourTools options={options} colour={colour} shape={shape} />
          <Checkbox
            size="xs"
            className={classes.check ?? ''}
            label={t('pca.scaled')}
            checked={look.scaled}
            onChange={({ currentTarget }) => go({ scaled: currentTarget.checked })}
          />
        </div>
        {failure && <FailureNotice flush failure={failure} />}
        {colouring && points && (
          <ScatterChart
            points={points}
            groups={colouring.groups}
            xTitle={fullTitle(x)}
            yTitle={fullTitle(y)}
            pointWord={t('sample')}
            selected={selection.selectedIds}
            onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
            fileName={`pca ${selection.measure}`}
            source={toSourceText(pca, words)}
            summary={t('pca.summary', { count: points.length, x: title(x), y: title(y) })}
          />
        )}
      </div>
      <Loadings pca={pca} axes={[x, y]} />
    </div>
  )
}
