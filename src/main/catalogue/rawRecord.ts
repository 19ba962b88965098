import { drugFieldNames } from '../../shared/domain/drug.ts'

type RawRecord = Record<string, unknown>

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')
const idNames = new Set(drugFieldNames.drugId.map(plain))
const knownNames = new Set(Object.values(drugFieldNames).flat().map(plain))
/** Envelopes are one or two deep. */
const maxDepth = 3

/**
 * The part of the service's JSON that is the drug itself: an answer about one drug has an envelope around it, an item of
 * a list has none. Null where no record names the drug.
 */
function recordOf(raw: unknown, drugId: string): RawRecord | null {
  let level = [raw].filter(isRecord)
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const found = level.find((record) => isAbout(record, drugId))
    if (found) return found
    level = level.flatMap((record) => Object.values(record).filter(isRecord))
  }
  return null
}

const isRecord = (value: unknown): value is RawRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbout = (record: RawRecord, drugId: string): boolean =>
  Object.entries(record).some(([name, value]) => idNames.has(plain(name)) && String(value).trim() === drugId)

/** What the service says of a drug beyond the fields that every drug has, under its own names, in its own order. */
export const otherFieldsOf = (raw: unknown, drugId: string): { name: string; value: unknown }[] =>
  Object.entries(recordOf(raw, drugId) ?? {})
    .filter(([name]) => !knownNames.has(plain(name)))
    .map(([name, value]) => ({ name, value }))

/** Names of the fields that say something. */
export const nonEmptyFieldNames = (raw: unknown, drugId: string): Set<string> =>
  new Set(
    Object.entries(recordOf(raw, drugId) ?? {})
      .filter(([, value]) => !isEmpty(value))
      .map(([name]) => plain(name)),
  )

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
