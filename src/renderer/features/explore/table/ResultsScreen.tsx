import { lazy, Suspense } from 'react'
import { useSearchParams } from '../../../state/searchParams.ts'
import { TableScreen } from './TableScreen.tsx'

/** The charts of a sample are more to load than all of the table. */
const SamplePage = lazy(async () => ({ default: (await import('../sample/SamplePage.tsx')).SamplePage }))

/** What the service found: the table of all samples, or one of them, as the address says. */
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
