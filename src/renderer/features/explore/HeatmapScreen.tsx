import { MultiSelect } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  type Clustering,
  distanceSchema,
  linkageSchema,
  maxClustered,
} from '../../../shared/domain/results/cohort.ts'
import { describeJoinedNames } from '../../../shared/domain/results/describeComparison.ts'
import { HeatmapChart } from '../../charts/HeatmapChart.tsx'
import { useCohort } from '../../state/cohort/cohort.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { clusterings, mostTracks } from '../../state/searchSchemas.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import {
  ExploreFrame,
  listed,
  missingRemarks,
  NoneChosen,
  Remarks,
  useChartView,
  useSelectSamples,
  ViewProvenance,
  ViewSelect,
  ViewSettings,
} from './ExploreFrame.tsx'
import classes from './explore.module.css'
import { type FigureView, useFigureView } from './figures/figureView.tsx'
import { type Picture, useHeatmapFigure, usePicture } from './figures/heatmap.ts'
import type { ClusterBy } from './view.ts'

/** Shows the cohort as colors: pathways × samples, ordered by their trees or by group. */
export function HeatmapScreen() {
  return (
    <ExploreFrame current="heatmap" needs={{ measure: true, values: true }} settings>
      <ViewSettings>
        <HeatmapTools />
      </ViewSettings>
      <Canvas />
    </ExploreFrame>
  )
}

/** Separate from its frame, so that the frame is not rendered again with it. */
function Canvas() {
  const shown = useFigureView()
  const { picture, isFormer, loading, failure, retry } = usePicture(shown)
  return (
    <>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {picture && picture.table.totalSamples === 0 && (
        <NoneChosen withoutResult={picture.table.withoutResult} />
      )}
      {picture && picture.table.totalSamples > 0 && (
        <Drawn picture={picture} shown={shown} isFormer={isFormer} />
      )}
    </>
  )
}

type DrawnProps = { picture: Picture; shown: FigureView; isFormer: boolean }

function Drawn({ picture, shown, isFormer }: DrawnProps) {
  const { t } = useTranslation('explore')
  const { selection, change } = useCohort()
  const select = useSelectSamples()
  const { inspected } = selection
  const { table, clustering } = picture
  const figure = useHeatmapFigure(picture, shown)
  const size = `${t('counted.samples', { count: table.totalSamples })} × ${t('pathways', { count: table.pathways.length })}`
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
      <div className={classes.canvas} aria-busy={isFormer}>
        <HeatmapChart
          {...figure}
          selected={selection.selectedIds}
          onSelect={select}
          row={inspected?.kind === 'pathway' ? inspected.id : null}
          onRow={(pathway) => change({ inspected: { kind: 'pathway', id: pathway } }, { replace: true })}
        />
      </div>
      <ViewProvenance of={table}>
        <span>{size}</span>
      </ViewProvenance>
    </>
  )
}

/** Chooses what is clustered and how, and which properties of the samples appear above the columns. */
export function HeatmapTools() {
  const { t } = useTranslation('explore')
  const { chartView, go } = useChartView()
  const { covariates = [], design } = useStudyDesign()
  const unknownGroups = chartView.tracks.filter((name) => covariates.every((one) => one.name !== name))
  const isOff = chartView.cluster === 'none'
  return (
    <>
      <ViewSelect
        label={t('cluster.label')}
        value={chartView.cluster}
        change={(value) => go({ cluster: clusterings.find((one) => one === value) ?? 'both' })}
        data={clusterings.map((value) => ({ value, label: t(`cluster.by.${value}`) }))}
      />
      <ViewSelect
        label={t('cluster.linkage')}
        disabled={isOff}
        value={chartView.linkage}
        change={(value) => go({ linkage: linkageSchema.parse(value) })}
        data={linkageSchema.options.map((value) => ({ value, label: t(`cluster.linkages.${value}`) }))}
      />
      <ViewSelect
        label={t('cluster.distance')}
        disabled={isOff}
        value={chartView.distance}
        change={(value) => go({ distance: distanceSchema.parse(value) })}
        data={distanceSchema.options.map((value) => ({ value, label: t(`cluster.distances.${value}`) }))}
      />
      <MultiSelect
        miw={220}
        maw={420}
        label={t('tracks.label', { most: mostTracks })}
        searchable
        openOnFocus={false}
        maxValues={mostTracks}
        value={chartView.tracks.filter((name) => name !== design?.groupBy)}
        onChange={(tracks) => go({ tracks })}
        // The group track is always shown.
        data={[...covariates.map(({ name }) => name), ...unknownGroups].filter(
          (name) => name !== design?.groupBy,
        )}
      />
    </>
  )
}

/** Returns the reasons why a requested tree is missing, and what a tree leaves out. `t`: of the namespace `explore`. */
function clusteringRemarks(clustering: Clustering, by: ClusterBy, t: TFunction<'explore'>): string[] {
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
