import { lazy, Suspense } from 'react'
import { useSearchParams } from '../../../state/searchParams.ts'
import { TableScreen } from './TableScreen.tsx'

/** Loaded on demand, because the charts of a sample are larger than the whole table. */
const SamplePage = lazy(async () => ({ default: (await import('../sample/SamplePage.tsx')).SamplePage }))

export function ResultsScreen() {
  const { search, change } = useSearchParams('/study/$studyId/_cohort/explore/table')
  const { sample } = search
  const show = (sampleId: string | undefined) => change({ sample: sampleId })
  return sample === undefined ? (
    <TableScreen open={show} />
  ) : (
    <Suspense>
      <SamplePage key={sample} sampleId={sample} show={show} close={() => show(undefined)} />
    </Suspense>
  )
}
