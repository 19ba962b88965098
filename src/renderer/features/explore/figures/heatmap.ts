import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Heatmap } from '../../../../figures/heatmap/heatmap.ts'
import type { HeatmapChartProps } from '../../../../figures/spec.ts'
import { type ColourScale, createColourScale } from '../../../../figures/style/colours.ts'
import type { Clustering } from '../../../../shared/domain/results/cohort.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { formatValue } from '../../../../shared/format/numbers.ts'
import { useCall } from '../../../client/useCall.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../../client/useValues.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { useLastKnown } from '../../../ui/useLastKnown.ts'
import { fieldsOfGroups, toGroupAt, toPicture, toTrees } from '../chartData.ts'
import type { ClusterBy } from '../view.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.ts'

export type Picture = {
  heatmap: Heatmap
  table: ValueTable
  clusterBy: ClusterBy
  /** null where no tree is wanted, or none could be had. */
  clustering: Clustering | null
}

const noGrouping = { groupBy: null, groups: [] }

/** The heatmap of what is chosen. Values and trees change together: until both are there, the old picture stays. */
export function usePicture({ measure, of, view, chartView }: FigureView) {
  const { cluster: clusterBy, linkage, distance, tracks } = chartView
  const isClustered = clusterBy !== 'none'
  const values = useValues({ measure, of, view })
  const cluster = useCall(
    'results.cluster',
    { measure, of, view, linkage, distance },
    { enabled: isClustered },
  )
  const { design, covariates, failure: noFields } = useStudyDesign()
  const table = useScaled(values.data)
  const groupBy = design?.groupBy ?? null
  const needed = [...new Set([...fieldsOfGroups(groupBy), ...tracks])]
  const { columns, isPending, failure } = useCovariateColumns(table, needed)
  const hasGroups = toGroupAt(groupBy, columns) !== undefined || failure !== null
  const isScaled = table?.values === values.data?.values
  const isReady = !values.loading && isScaled && !(isClustered && cluster.loading) && hasGroups
  const clustering = isClustered && !cluster.failure ? cluster.data : undefined
  // By their names: the address gives a new list each time.
  const trackKey = JSON.stringify(tracks)
  const latest = useMemo<Picture | null>(() => {
    if (!isReady || !table || (!design && !noFields)) return null
    const heatmap = toPicture({
      table,
      trees: toTrees(clustering, clusterBy),
      tracks: JSON.parse(trackKey),
      columns,
      covariates: covariates ?? [],
      grouping: design ?? noGrouping,
    })
    return { heatmap, table, clusterBy, clustering: clustering ?? null }
  }, [isReady, table, clustering, clusterBy, trackKey, columns, covariates, design, noFields])
  const picture = useLastKnown(latest)
  return {
    picture,
    loading: values.loading || !isScaled || (isClustered && cluster.loading) || isPending,
    failure: values.failure ?? (isClustered ? cluster.failure : null) ?? failure,
    retry: () => void Promise.all([values.refetch(), ...(isClustered ? [cluster.refetch()] : [])]),
  }
}

type ScaledTable = ValueTable & { scale: ColourScale }

/** Values with the colours that fit them all. The screen stands before they are gone through, also where they are cached. */
function useScaled(newest: ValueTable | undefined): ScaledTable | undefined {
  const table = useDeferredValue<ValueTable | null | undefined>(newest, null)
  return useMemo(() => (table ? { ...table, scale: createColourScale(table.values) } : undefined), [table])
}

/** The heatmap as it is drawn: what its colors are, and where the numbers are from. */
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
      samples: t('samples', { count: table.totalSamples }),
      pathways: t('pathways', { count: table.pathways.length }),
      title,
      min: formatValue(heatmap.scale.min),
      max: formatValue(heatmap.scale.max),
      missing: heatmap.missing,
    }),
    definition: toDefinition('heatmap', shown),
  }
}
