import type { CohortSample } from '../../../../shared/domain/results/cohort.ts'
import { pack } from '../../../../shared/domain/results/packedNumbers.ts'
import { rangeOf } from '../../../../shared/domain/results/valueRange.ts'
import type { ValueTable } from '../../../client/useValues.ts'

const fetchedAt = '2026-11-20T10:00:00.000Z'

export const sampleNamed = (name: string, group: string | null = null): CohortSample => ({
  sampleId: `id-${name}`,
  clientReference: name,
  group,
  fetchedAt,
})

/** Returns a value table as read from the host. Each sample's values are in the order of the pathways. */
export function madeTable(pathways: string[], samples: Record<string, number[]>): ValueTable {
  const values = Float64Array.from(Object.values(samples).flat())
  return {
    measure: 'activity',
    view: 'raw',
    pathways,
    samples: Object.keys(samples).map((name) => sampleNamed(name, name.replace(/\d+$/, ''))),
    values,
    range: rangeOf([values]),
    totalSamples: Object.keys(samples).length,
    withoutResult: 0,
    reference: [],
    joined: [],
    service: 'https://service.example',
    oldestFetchedAt: fetchedAt,
    newestFetchedAt: fetchedAt,
    synthetic: true,
  }
}

/** Returns a response of `results.values` as the host sends it. */
export function madeValues(pathways: string[], samples: Record<string, number[]>, more: object = {}) {
  const table = madeTable(pathways, samples)
  return { ...table, values: pack(table.values), ...more }
}
