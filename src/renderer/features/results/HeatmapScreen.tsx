import { NativeSelect, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Clustering, type Linkage, linkageSchema } from '../../../shared/domain/cohort.ts'
import { HeatmapChart } from '../../charts/HeatmapChart.tsx'
import { formatValue } from '../../charts/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useCovariateColumns, type ValueTable } from '../../client/useValues.ts'
import { useCohort } from '../../state/useCohort.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ResultsFrame } from './ResultsFrame.tsx'
import classes from './results.module.css'
import { SavedViews } from './SavedViews.tsx'
import { mostDrawn, toHeatmap } from './selection.ts'
import { TracksMenu, useTracks } from './TracksMenu.tsx'
import { useViewTitle } from './useAxisTitle.ts'
import { useSource } from './useSource.ts'

const byGroup = 'group'
type Order = typeof byGroup | Linkage

/** All samples and pathways as colours, in the order of their groups or of a tree. */
export function HeatmapScreen() {
  const { order, setOrder } = useOrder()
  return (
    <ResultsFrame
      current="heatmap"
      tools={() => (
        <>
          <OrderSelect order={order} setOrder={setOrder} />
          <TracksMenu />
          <SavedViews />
        </>
      )}
    >
      {(table) => <Heatmap table={table} order={order} />}
    </ResultsFrame>
  )
}

function useOrder() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const order: Order = linkageSchema.safeParse(search['order']).data ?? byGroup
  const setOrder = (next: Order) => {
    const written = (before: object) => ({ ...before, order: next === byGroup ? undefined : next })
    void navigate({ to: '/results/heatmap', search: written as never })
  }
  return { order, setOrder }
}

function OrderSelect({ order, setOrder }: { order: Order; setOrder(order: Order): void }) {
  const { t } = useTranslation('results')
  return (
    <NativeSelect
      size="xs"
      aria-label={t('order.title')}
      value={order}
      onChange={({ currentTarget }) => setOrder(linkageSchema.safeParse(currentTarget.value).data ?? byGroup)}
      data={[byGroup, ...linkageSchema.options].map((value) => ({
        value,
        label: t(`order.${value}` as 'order.group'),
      }))}
    />
  )
}

function Heatmap({ table, order }: { table: ValueTable; order: Order }) {
  const { t } = useTranslation('results')
  const { selection, change } = useCohort()
  const { measure, of, view } = selection
  const title = useViewTitle(table.measure, table.view)
  const source = useSource(table.service, table.oldestFetchedAt, table.newestFetchedAt, table.synthetic)
  const isClustered = order !== byGroup
  const linkage = isClustered ? order : 'average'
  const trees = useCall('results.cluster', { measure, of, view, linkage }, { enabled: isClustered })
  const tracks = useTracks()
  const covariates = useCovariateColumns(table, tracks.shown)
  const clustering = isClustered ? (trees.data ?? null) : null
  const heatmap = useMemo(
    () => toHeatmap(table, clustering, covariates.columns, tracks.kindOf),
    [table, clustering, covariates.columns, tracks.kindOf],
  )
  const failure = trees.failure ?? covariates.failure
  return (
    <div className={classes.body}>
      <LoadingBar visible={isClustered && trees.loading} />
      {failure && <FailureNotice failure={failure} />}
      <div className={classes.canvas}>
        <HeatmapChart
          heatmap={heatmap}
          measure={title}
          source={source}
          fileName={`heatmap ${table.measure} ${table.view}`}
          selected={selection.marked}
          onSelect={(ids) => change({ marked: new Set(ids) }, { replace: true })}
          summary={t('heatmapSummary', {
            pathways: heatmap.rows.length,
            samples: heatmap.columns.length,
            measure: t(`measures.${table.measure}`),
            min: formatValue(heatmap.scale.min),
            max: formatValue(heatmap.scale.max),
            missing: heatmap.missing,
          })}
        />
        {table.samples.length > mostDrawn && (
          <Text fz={12} c="dimmed">
            {t('shownOf', { shown: mostDrawn, total: table.samples.length })}
          </Text>
        )}
        {clustering && <TreeNotes clustering={clustering} />}
      </div>
    </div>
  )
}

/** What the trees leave out, and why there is none. */
function TreeNotes({ clustering }: { clustering: Clustering }) {
  const { t } = useTranslation('results')
  const { whyNoSamples, whyNoPathways, leftOut } = clustering
  return (
    <Text fz={12} c="dimmed">
      {t(`distance.${clustering.distance}`)} {whyNoSamples && t(`order.noSampleTree.${whyNoSamples}`)}{' '}
      {whyNoPathways && t(`order.noPathwayTree.${whyNoPathways}`)}{' '}
      {leftOut.samples.length + leftOut.pathways.length > 0 &&
        t('order.leftOut', { samples: leftOut.samples.length, pathways: leftOut.pathways.length })}
    </Text>
  )
}
