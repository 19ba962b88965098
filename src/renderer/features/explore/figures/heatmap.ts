import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Heatmap } from '../../../../figures/heatmap/heatmap.ts'
import type { HeatmapChartProps } from '../../../../figures/spec.ts'
import type { Grouping } from '../../../../figures/style/groupStyles.ts'
import type { Clustering, Covariate } from '../../../../shared/domain/results/cohort.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { formatValue } from '../../../../shared/format/numbers.ts'
import { useCall, useLargeResult } from '../../../client/call.ts'
import { useComputed } from '../../../client/ownTask.ts'
import {
  type CovariateColumns,
  useCovariateColumns,
  useValues,
  type ValueTable,
} from '../../../client/useValues.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { fieldsOfGroups, toGroupAt, toPicture, toTrees } from '../chartData.ts'
import type { ClusterBy } from '../view.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.tsx'

export type Picture = {
  heatmap: Heatmap
  table: ValueTable
  clusterBy: ClusterBy
  /** null if no tree was requested or none could be computed. */
  clustering: Clustering | null
}

const noGrouping = { groupBy: null, groups: [] }

/**
 * Returns the heatmap of the current selection. While its values or trees load, `isFormer` is true and the previous
 * heatmap is returned. A cached one is drawn immediately; newer values and trees replace it together, so that a tree
 * always fits its values.
 */
export function usePicture({ measure, of, view, chartView }: FigureView) {
  const { cluster: clusterBy, linkage, distance, tracks } = chartView
  const isClustered = clusterBy !== 'none'
  const values = useLargeResult(useValues({ measure, of, view }))
  const cluster = useCall(
    'results.cluster',
    { measure, of, view, linkage, distance },
    { enabled: isClustered },
  )
  const isClusterKnown = !isClustered || cluster.failure !== null || isOfRequest(cluster)
  const isLoading = values.loading || (isClustered && cluster.loading)
  const newest =
    values.data && isOfRequest(values) && isClusterKnown
      ? { table: values.data, clustering: isClustered && !cluster.failure ? cluster.data : undefined }
      : null
  const answers = useTogether(newest, isLoading, [measure, of, view, isClustered, linkage, distance])
  const { design, covariates, failure: noFields } = useStudyDesign()
  const groupBy = design?.groupBy ?? null
  const needed = [...new Set([...fieldsOfGroups(groupBy), ...tracks])]
  const { columns, isPending, failure } = useCovariateColumns(answers?.table, needed)
  const isReady = toGroupAt(groupBy, columns) !== undefined || failure !== null
  // As text, because the address yields a new list on each render.
  const trackKey = JSON.stringify(tracks)
  const known = useMemo<Known | null>(
    () =>
      isReady && answers && (design || noFields)
        ? {
            ...answers,
            clusterBy,
            trackKey,
            columns,
            covariates: covariates ?? [],
            grouping: design ?? noGrouping,
          }
        : null,
    [isReady, answers, clusterBy, trackKey, columns, covariates, design, noFields],
  )
  const computed = useComputed(known, arrange)
  return {
    picture: computed?.result ?? null,
    isFormer: newest === null,
    loading: isLoading || isPending || (computed?.of ?? null) !== known,
    failure: values.failure ?? (isClustered ? cluster.failure : null) ?? failure,
    retry: () => void Promise.all([values.refetch(), ...(isClustered ? [cluster.refetch()] : [])]),
  }
}

type Known = Answers & {
  clusterBy: ClusterBy
  trackKey: string
  columns: CovariateColumns
  covariates: readonly Covariate[]
  grouping: Grouping
}

/** Takes 20 ms or more for a million values. */
function arrange({ table, clustering, clusterBy, trackKey, columns, covariates, grouping }: Known): Picture {
  const trees = toTrees(clustering, clusterBy)
  const heatmap = toPicture({ table, trees, tracks: JSON.parse(trackKey), columns, covariates, grouping })
  return { heatmap, table, clusterBy, clustering: clustering ?? null }
}

const isOfRequest = ({ data, isPreviousData }: { data: unknown; isPreviousData: boolean }): boolean =>
  data !== undefined && !isPreviousData

type Answers = { table: ValueTable; clustering: Clustering | undefined }

/** Returns the values and trees of one request, which change together, once both have arrived. */
function useTogether(
  newest: Answers | null,
  isLoading: boolean,
  request: readonly unknown[],
): Answers | null {
  const [last, setLast] = useState<{ answers: Answers; request: readonly unknown[] } | null>(null)
  const isNew = last?.answers.table !== newest?.table || last?.answers.clustering !== newest?.clustering
  const isOfLastRequest = last !== null && last.request.every((part, at) => part === request[at])
  if (newest && isNew && !(isLoading && isOfLastRequest)) setLast({ answers: newest, request })
  return last?.answers ?? null
}

/** Returns the chart props of the heatmap, with the meaning of its colors and the source of its numbers. */
export function useHeatmapFigure(
  { heatmap, table }: Picture,
  shown: FigureView,
): Drawable<HeatmapChartProps> {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const title = useValueTitle(table.measure, table.view)
  return {
    heatmap,
    measure: title,
    fileName: `heatmap ${table.measure} ${table.view}`,
    source: translate(describeSource(table)),
    summary: t('heatmap.summary', {
      samples: t('counted.samples', { count: table.totalSamples }),
      pathways: t('pathways', { count: table.pathways.length }),
      title,
      min: formatValue(heatmap.scale.min),
      max: formatValue(heatmap.scale.max),
      missing: heatmap.missing,
    }),
    definition: toDefinition('heatmap', shown),
  }
}
