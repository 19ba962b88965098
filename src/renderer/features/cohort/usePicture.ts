import { useMemo, useState } from 'react'
import type { Heatmap } from '../../../figures/heatmap.ts'
import { type Clustering, everySample } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns, useValues, type ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/useCohort.ts'
import type { ClusterBy } from './look.ts'
import { toPicture, toTrees } from './picture.ts'
import { useLook } from './useLook.ts'

export type Picture = {
  heatmap: Heatmap
  table: ValueTable
  clusterBy: ClusterBy
  /** null where no tree is wanted, or none could be had. */
  clustering: Clustering | null
}

/** The heatmap of what is chosen. Values and trees change together: until both are there, the old picture stays. */
export function usePicture() {
  const { measure, of, view } = useCohort().selection
  const { look } = useLook()
  const { cluster: clusterBy, linkage, distance, tracks } = look
  const wanted = clusterBy !== 'none'
  const values = useValues({ measure, of, view })
  const cluster = useCall('results.cluster', { measure, of, view, linkage, distance }, { enabled: wanted })
  const covariates = useCall('results.covariates', { of: everySample })
  const table = values.data
  const { columns, failure } = useCovariateColumns(table, tracks)
  const isReady = !values.loading && !(wanted && cluster.loading)
  const clustering = wanted && !cluster.failure ? cluster.data : undefined
  const all = covariates.data
  // By their names: the address gives a new list each time.
  const trackKey = JSON.stringify(tracks)
  const fresh = useMemo<Picture | null>(() => {
    if (!isReady || !table) return null
    const trees = toTrees(clustering, clusterBy)
    const heatmap = toPicture({ table, trees, tracks: JSON.parse(trackKey), columns, covariates: all ?? [] })
    return { heatmap, table, clusterBy, clustering: clustering ?? null }
  }, [isReady, table, clustering, clusterBy, trackKey, columns, all])
  const [shown, setShown] = useState<Picture | null>(null)
  if (fresh && fresh !== shown) setShown(fresh)
  return {
    picture: fresh ?? shown,
    loading: values.loading || (wanted && cluster.loading),
    failure: values.failure ?? (wanted ? cluster.failure : null) ?? failure,
    retry: () => void Promise.all([values.refetch(), ...(wanted ? [cluster.refetch()] : [])]),
  }
}
