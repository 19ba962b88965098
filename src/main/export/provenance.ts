import type { SampleChoice } from '../../shared/domain/cohort.ts'

export type ProvenanceLine = { name: string; value: string }

type Origin = { fetchedAt: string | null; service: string; synthetic: boolean }

/** Where the rows of a table come from, learned from one after another. */
export function createOrigins() {
  const services = new Set<string>()
  let oldest: string | null = null
  let newest: string | null = null
  let synthetic = false
  return {
    add(origin: Origin): void {
      const { fetchedAt } = origin
      services.add(origin.service)
      synthetic ||= origin.synthetic
      if (fetchedAt === null) return
      if (oldest === null || fetchedAt < oldest) oldest = fetchedAt
      if (newest === null || fetchedAt > newest) newest = fetchedAt
    },
    isSynthetic: () => synthetic,
    lines: (): ProvenanceLine[] =>
      originLines({ service: [...services].sort().join(', ') || null, oldest, newest }),
  }
}

export const originLines = (origin: {
  service: string | null
  oldest: string | null
  newest: string | null
}): ProvenanceLine[] => [
  { name: 'service', value: origin.service ?? 'none' },
  { name: 'oldest_fetched_at', value: origin.oldest ?? 'nothing was fetched' },
  { name: 'newest_fetched_at', value: origin.newest ?? 'nothing was fetched' },
]

/** Which samples were chosen, in words; ids that were named stand in the table itself. */
export function describeSamples(of: SampleChoice): string {
  if ('sampleIds' in of) return `${of.sampleIds.length} samples, named by their ids`
  const { text = '', filter, except = [] } = of
  const conditions = Object.entries(filter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const all = [...(text.trim() === '' ? [] : [`text: ${JSON.stringify(text)}`]), ...conditions]
  const found =
    all.length === 0 ? 'all samples of the register' : `samples of the register with ${all.join(', ')}`
  return except.length === 0 ? found : `${found}, but for ${except.toSorted().join('; ')}`
}

export const describePathways = (pathways: readonly string[]): string =>
  pathways.length === 0 ? 'all' : pathways.join('; ')
