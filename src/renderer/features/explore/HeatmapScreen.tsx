import { MultiSelect, NativeSelect } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Heatmap } from '../../../figures/heatmap/heatmap.ts'
import {
  type Clustering,
  distanceSchema,
  linkageSchema,
  maxClustered,
} from '../../../shared/domain/results/cohort.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import { describeJoinedNames } from '../../../shared/domain/results/describeComparison.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import { HeatmapChart } from '../../charts/HeatmapChart.tsx'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/cohort/titles.ts'
import { useCohort } from '../../state/cohort/useCohort.ts'
import { clusterings, mostTracks } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { CohortSource } from '../../ui/text/CohortSource.tsx'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
import { useLastKnown } from '../../ui/useLastKnown.ts'
import { toPicture, toTrees } from './chartData.ts'
import {
  ExploreFrame,
  listed,
  missingRemarks,
  NoneChosen,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewSettings,
} from './ExploreFrame.tsx'
import classes from './explore.module.css'
import type { ClusterBy } from './view.ts'

/** The cohort as colours: pathways × samples, in the order of their trees or by group. */
export function HeatmapScreen() {
  const { picture: newest, loading, failure, retry } = usePicture()
  // What was computed first, and drawn after: a click in between is answered.
  const picture = useDeferredValue(newest)
  return (
    <ExploreFrame current="heatmap" needs={{ measure: true, values: true }} settings>
      <ViewSettings>
        <HeatmapTools />
      </ViewSettings>
      <LoadingBar visible={loading || picture !== newest} />
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {picture && picture.table.totalSamples === 0 && (
        <NoneChosen withoutResult={picture.table.withoutResult} />
      )}
      {picture && picture.table.totalSamples > 0 && (
        <Drawn picture={picture} isFormer={loading || picture !== newest} />
      )}
    </ExploreFrame>
  )
}

function Drawn({ picture, isFormer }: { picture: Picture; isFormer: boolean }) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { selection, change } = useCohort()
  const select = useSelectSamples()
  const { inspected } = selection
  const { table, heatmap, clustering } = picture
  const title = useValueTitle(table.measure, table.view)
  const size = `${t('samples', { count: table.totalSamples })} × ${t('pathways', { count: table.pathways.length })}`
  useStatusText(size, { selected: selection.selectedIds.size })
  return (
    <>
      <Remarks
        lines={[
          ...missingRemarks(table, t),
          ...(clustering ? clusteringRemarks(clustering, picture.clusterBy, t) : []),
          ...table.joined.map(describeJoinedNames),
        ]}
      />
      <div className={isFormer ? `${classes.canvas} ${classes.former}` : classes.canvas}>
        <HeatmapChart
          heatmap={heatmap}
          measure={title}
          selected={selection.selectedIds}
          onSelect={select}
          row={inspected?.kind === 'pathway' ? inspected.id : null}
          onRow={(pathway) => change({ inspected: { kind: 'pathway', id: pathway } }, { replace: true })}
          fileName={`heatmap ${table.measure} ${table.view}`}
          source={translate(describeSource(table))}
          summary={t('heatmap.summary', {
            samples: t('samples', { count: table.totalSamples }),
            pathways: t('pathways', { count: table.pathways.length }),
            title,
            min: formatValue(heatmap.scale.min),
            max: formatValue(heatmap.scale.max),
            missing: heatmap.missing,
          })}
        />
      </div>
      <CohortSource of={table}>
        <span>{size}</span>
      </CohortSource>
    </>
  )
}

/** What is clustered and how, and which properties of the samples stand above the columns. */
export function HeatmapTools() {
  const { t } = useTranslation('explore')
  const { chartView, go } = useChartView()
  const { study } = useCohort()
  const covariates = useCall('results.covariates', { of: study }).data ?? []
  const strangers = chartView.tracks.filter((name) => covariates.every((one) => one.name !== name))
  const isOff = chartView.cluster === 'none'
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('cluster.label')}
        value={chartView.cluster}
        onChange={({ currentTarget: { value } }) =>
          go({ cluster: clusterings.find((one) => one === value) ?? 'both' })
        }
        data={clusterings.map((value) => ({ value, label: t(`cluster.by.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('cluster.linkage')}
        disabled={isOff}
        value={chartView.linkage}
        onChange={({ currentTarget }) => go({ linkage: linkageSchema.parse(currentTarget.value) })}
        data={linkageSchema.options.map((value) => ({ value, label: t(`cluster.linkages.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('cluster.distance')}
        disabled={isOff}
        value={chartView.distance}
        onChange={({ currentTarget }) => go({ distance: distanceSchema.parse(currentTarget.value) })}
        data={distanceSchema.options.map((value) => ({ value, label: t(`cluster.distances.${value}`) }))}
      />
      <MultiSelect
        size="xs"
        className={classes.tracks ?? ''}
        label={t('tracks.label', { most: mostTracks })}
        searchable
        openOnFocus={false}
        maxValues={mostTracks}
        value={[...chartView.tracks]}
        onChange={(tracks) => go({ tracks })}
        data={[...covariates.map(({ name }) => name), ...strangers]}
      />
    </>
  )
}

/** Why a tree that is wanted is not there, and what a tree leaves out. `t` of the namespace `explore`. */
export function clusteringRemarks(clustering: Clustering, by: ClusterBy, t: TFunction<'explore'>): string[] {
  const { whyNoSamples, whyNoPathways, leftOut } = clustering
  return [
    ...(by !== 'pathways' && whyNoSamples
      ? [t(`noTree.samples.${whyNoSamples}`, { most: maxClustered })]
      : []),
    ...(by !== 'samples' && whyNoPathways
      ? [t(`noTree.pathways.${whyNoPathways}`, { most: maxClustered })]
      : []),
    ...(by !== 'pathways' && leftOut.samples.length > 0
      ? [t('noTree.leftOutSamples', { count: leftOut.samples.length })]
      : []),
    ...(by !== 'samples' && leftOut.pathways.length > 0
      ? [t('noTree.leftOutPathways', { names: listed(leftOut.pathways, t), count: leftOut.pathways.length })]
      : []),
  ]
}

export type Picture = {
  heatmap: Heatmap
  table: ValueTable
  clusterBy: ClusterBy
  /** null where no tree is wanted, or none could be had. */
  clustering: Clustering | null
}

/** The heatmap of what is chosen. Values and trees change together: until both are there, the old picture stays. */
export function usePicture() {
  const { selection, study } = useCohort()
  const { measure, of, view } = selection
  const { chartView } = useChartView()
  const { cluster: clusterBy, linkage, distance, tracks } = chartView
  const isClustered = clusterBy !== 'none'
  const values = useValues({ measure, of, view })
  const cluster = useCall(
    'results.cluster',
    { measure, of, view, linkage, distance },
    { enabled: isClustered },
  )
  const covariates = useCall('results.covariates', { of: study })
  const table = values.data
  const { columns, failure } = useCovariateColumns(table, tracks)
  const isReady = !values.loading && !(isClustered && cluster.loading)
  const clustering = isClustered && !cluster.failure ? cluster.data : undefined
  const all = covariates.data
  // By their names: the address gives a new list each time.
  const trackKey = JSON.stringify(tracks)
  const latest = useMemo<Picture | null>(() => {
    if (!isReady || !table) return null
    const trees = toTrees(clustering, clusterBy)
    const heatmap = toPicture({ table, trees, tracks: JSON.parse(trackKey), columns, covariates: all ?? [] })
    return { heatmap, table, clusterBy, clustering: clustering ?? null }
  }, [isReady, table, clustering, clusterBy, trackKey, columns, all])
  const picture = useLastKnown(latest)
  return {
    picture,
    loading: values.loading || (isClustered && cluster.loading),
    failure: values.failure ?? (isClustered ? cluster.failure : null) ?? failure,
    retry: () => void Promise.all([values.refetch(), ...(isClustered ? [cluster.refetch()] : [])]),
  }
}
