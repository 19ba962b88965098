import { useNavigate, useSearch } from '@tanstack/react-router'
import { SamplePage } from './SamplePage.tsx'
import { TableScreen } from './TableScreen.tsx'

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
    <SamplePage key={sample} sampleId={sample} show={show} close={() => show(undefined)} />
  )
}
