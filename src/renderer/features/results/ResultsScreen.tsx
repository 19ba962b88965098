import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { TableScreen } from './TableScreen.tsx'

/** The charts of a sample are more to load than all of the table. */
const SamplePage = lazy(async () => ({ default: (await import('./SamplePage.tsx')).SamplePage }))

/** What the service found: the table of all samples, or one of them, as the address says. */
export function ResultsScreen() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const sample = typeof search['sample'] === 'string' ? search['sample'] : null
  const show = (sampleId: string | undefined) =>
    void navigate({
      to: '/results',
      search: ((before: object) => ({ ...before, sample: sampleId })) as never,
    })
  return sample === null ? (
    <TableScreen open={show} />
  ) : (
    <Suspense>
      <SamplePage key={sample} sampleId={sample} show={show} close={() => show(undefined)} />
    </Suspense>
  )
}
