import { pack } from '../../../../../shared/domain/results/packedNumbers.ts'
import { rangeOf } from '../../../../../shared/domain/results/valueRange.ts'

type Made = {
  pathways: string[]
  /** Each sample's values in the order of the pathways; NaN for a missing one. */
  samples: Record<string, number[]>
  more?: object
}

/** Returns a response of `results.values` as the host sends it. */
export function madeValues({ pathways, samples, more }: Made) {
  const names = Object.keys(samples)
  const values = Float64Array.from(Object.values(samples).flat())
  return {
    measure: 'activity',
    view: 'raw',
    pathways,
    samples: names.map((name) => ({
      sampleId: `id-${name}`,
      clientReference: name,
      group: 'treated',
      fetchedAt: '2026-11-20T10:00:00.000Z',
    })),
    values: pack(values),
    range: rangeOf([values]),
    totalSamples: names.length,
    withoutResult: 0,
    reference: [],
    joined: [],
    service: 'https://service.example',
    oldestFetchedAt: '2026-11-20T10:00:00.000Z',
    newestFetchedAt: '2026-11-20T10:00:00.000Z',
    synthetic: true,
    ...more,
  }
}
