import { Button, SegmentedControl, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { chooseSave, deliver } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { BarsView } from './BarsView.tsx'
import { HeatmapView } from './HeatmapView.tsx'
import { NoResults } from './NoResults.tsx'
import { Provenance } from './Provenance.tsx'
import classes from './results.module.css'
import { parseSelection, type Selection, views } from './selection.ts'
import { TableView } from './TableView.tsx'

/** As many samples as a heatmap is drawn of; the table pages through all. */
const mostDrawn = 3000

/** What the service found, as three views of one selection. */
export function ResultsScreen() {
  const { t } = useTranslation('results')
  const navigate = useNavigate()
  const selection = parseSelection(useSearch({ strict: false }))
  const { view, measure } = selection
  const matrix = useCall('results.matrix', { measure, limit: mostDrawn })
  const choose = (part: Partial<Selection>) => {
    const { sample, ...rest } = { ...selection, ...part }
    void navigate({ to: '/results', search: (sample === null ? rest : { ...rest, sample }) as never })
  }
  const exported = useAction(async () => {
    const target = await chooseSave('results.csv')
    if (!target) return null
    const done = await call('exports.results', { fileId: target.fileId, format: 'csv' })
    await deliver(done.file)
    return done
  })
  const data = matrix.data
  const empty = data !== undefined && data.totalSamples === 0
  useStatusText(data && !empty ? t('samples', { count: data.totalSamples }) : null)
  const barsOf = selection.sample ?? data?.samples[0]?.sampleId ?? null
  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          <Button
            size="xs"
            disabled={!data || empty}
            loading={exported.pending}
            onClick={() => void exported.run()}
          >
            {t('export')}
          </Button>
        }
      >
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={view}
          onChange={(value) => choose({ view: views.find((one) => one === value) ?? 'table' })}
          data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('measure')}
          value={measure}
          onChange={(value) => choose({ measure: value === 'aging_offset' ? value : 'activity' })}
          data={[
            { value: 'activity', label: t('measures.activity') },
            { value: 'aging_offset', label: t('measures.aging_offset') },
          ]}
        />
        {exported.value && (
          <Text component="output" fz={12} c="dimmed">
            {t('exported', { count: exported.value.rows, name: exported.value.file.name })}
          </Text>
        )}
      </ToolRow>
      <LoadingBar visible={matrix.loading} />
      {exported.failure && <FailureNotice failure={exported.failure} />}
      {matrix.failure && <FailureNotice failure={matrix.failure} retry={() => void matrix.refetch()} />}
      {data && empty && <NoResults />}
      {data && !empty && (
        <>
          <Provenance matrix={data} />
          <div className={classes.body} data-view={view}>
            {view === 'table' && (
              <TableView measure={measure} open={(sample) => choose({ view: 'bars', sample })} />
            )}
            {view === 'heatmap' && <HeatmapView matrix={data} />}
            {view === 'bars' && barsOf !== null && (
              <BarsView
                samples={data.samples}
                sampleId={barsOf}
                measure={measure}
                choose={(sample) => choose({ sample })}
              />
            )}
          </div>
        </>
      )}
    </div>
  )
}
