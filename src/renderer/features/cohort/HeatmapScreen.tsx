import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { formatValue } from '../../../shared/format/numbers.ts'
import { HeatmapChart } from '../../charts/HeatmapChart.tsx'
import { useStatusText } from '../../state/statusBar.ts'
import { useCohort } from '../../state/useCohort.ts'
import { useValueTitle } from '../../state/useValueTitle.ts'
import { CohortSource, toSourceText } from '../../ui/CohortSource.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { CohortFrame } from './CohortFrame.tsx'
import classes from './cohort.module.css'
import { HeatmapTools } from './HeatmapTools.tsx'
import { NoneChosen } from './NoneChosen.tsx'
import { Remarks } from './Remarks.tsx'
import { toldJoined, toldMissing } from './remarks.ts'
import { toldClustering } from './toldClustering.ts'
import { type Picture, usePicture } from './usePicture.ts'

/** The cohort as colours: pathways × samples, in the order of their trees or by group. */
export function HeatmapScreen() {
  const { picture: newest, loading, failure, retry } = usePicture()
  // What was computed first, and drawn after: a click in between is answered.
  const picture = useDeferredValue(newest)
  return (
    <CohortFrame current="heatmap" needs={{ measure: true, values: true }} tools={<HeatmapTools />}>
      <LoadingBar visible={loading || picture !== newest} />
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {picture && picture.table.totalSamples === 0 && (
        <NoneChosen withoutResult={picture.table.withoutResult} />
      )}
      {picture && picture.table.totalSamples > 0 && <Drawn picture={picture} />}
    </CohortFrame>
  )
}

function Drawn({ picture }: { picture: Picture }) {
  const { t } = useTranslation('cohort')
  const { t: words } = useTranslation('ui')
  const { selection, change } = useCohort()
  const { table, heatmap, clustering } = picture
  const title = useValueTitle(table.measure, table.view)
  const size = `${t('samples', { count: table.totalSamples })} × ${t('pathways', { count: table.pathways.length })}`
  useStatusText(size, { selected: selection.selectedIds.size, fetchedAt: table.oldestFetchedAt })
  return (
    <>
      <CohortSource of={table}>
        <span>{size}</span>
      </CohortSource>
      <Remarks
        lines={[
          ...toldMissing(table, t),
          ...(clustering ? toldClustering(clustering, picture.clusterBy, t) : []),
          ...toldJoined(table.joined, t),
        ]}
      />
      <div className={classes.canvas}>
        <HeatmapChart
          heatmap={heatmap}
          measure={title}
          selected={selection.selectedIds}
          onSelect={(ids) => change({ selectedIds: new Set(ids) }, { replace: true })}
          fileName={`heatmap ${table.measure} ${table.view}`}
          source={toSourceText(table, words)}
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
    </>
  )
}
