import { unpack } from '../../../shared/domain/packedNumbers.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { ZipFile } from '../zip.ts'
import { jsonFile } from './files.ts'

/** What was reckoned of the samples together, with its parameters, as it stands on the screens. */
export function* statisticsFiles(collected: CollectedStudy): Generator<ZipFile> {
  const { study, version, services, synthetic, oldestFetchedAt, newestFetchedAt, units } = collected
  const about = {
    application: `Pathclock ${version}`,
    study,
    services,
    synthetic,
    oldest_fetched_at: oldestFetchedAt,
    newest_fetched_at: newestFetchedAt,
    activity_unit: units.activity_unit ?? null,
    aging_offset_unit: units.aging_offset_unit ?? null,
    use: 'research use only',
  }
  const { comparisons, clustering, pca, clock } = collected
  const all: [string, unknown][] = [
    ...comparisons.map((one): [string, unknown] => [`comparison-${one.measure.replace('_', '-')}`, one]),
    ['clustering', clustering],
    ['pca', pca],
    ['clock', clock],
  ]
  for (const [name, result] of all)
    if (result !== null) yield jsonFile(`statistics/${name}.json`, { ...about, result: toPlain(result) })
}

/** Numbers that are packed for a message as plain lists, null where there is no value. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  if ('f64' in value && typeof value.f64 === 'string')
    return [...unpack({ f64: value.f64 })].map((one) => (Number.isFinite(one) ? one : null))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]))
}
