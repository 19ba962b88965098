import { z } from 'zod'
import {
  type Drug,
  type DrugDetail,
  type DrugHit,
  type DrugSummary,
  drugFieldNames,
  drugPathwaySchema,
} from '../../../shared/domain/drugs/drug.ts'
import { isRecord, type JsonRecord } from '../../../shared/json.ts'
import type { DrugRow } from '../../store/drugs.ts'

/** A drug as the service sent it. `synthetic`: the service marked it so. `partial`: only some fields were requested. */
export type FetchedDrug = {
  drug: Drug
  raw: unknown
  fetchedAt: string
  synthetic?: boolean
  partial?: boolean
}

const pathwaysSchema = z.array(drugPathwaySchema)

/**
 * Merges a fetched drug into its stored row. A list may contain fewer fields than the details, so fields missing from a
 * response keep their value, and the richer raw JSON stays. Newer details replace everything. Responses may arrive out
 * of order. A stored row dated after `nowIso` counts as the older one: the clock was ahead when it was written.
 */
export function toDrugRow(
  fetched: FetchedDrug,
  stored: DrugRow | undefined,
  details = false,
  nowIso?: string,
): DrugRow {
  const now = toNewRow(fetched, details)
  if (!stored) return now
  const former = nowIso === undefined ? stored : withoutFutureDates(stored, nowIso)
  const [newer, older] = now.fetched_at >= former.fetched_at ? [now, former] : [former, now]
  // A list may also shorten texts that the details had in full.
  const isPoorer = newer === now && !details && stored.details_fetched_at !== null
  const merged = {
    name: isNamed(newer) ? newer.name : older.name,
    synonyms: retainsOlderSynonyms(newer, older, isPoorer) ? older.synonyms : newer.synonyms,
    category: newer.category ?? older.category,
    description: isPoorer && isTruncated(newer, older) ? older.description : newer.description,
  }
  const description = merged.description ?? older.description
  const values = { ...merged, description, raw: rawOf(now, former, isPoorer) }
  return {
    ...former,
    ...values,
    synthetic: newer.synthetic === 1 || retainsSynthetic(older, newer, values) ? 1 : 0,
    fetched_at: newer.fetched_at,
    details_fetched_at: latest(now.details_fetched_at, former.details_fetched_at),
    whole_fetched_at: latest(now.whole_fetched_at, former.whole_fetched_at),
  }
}

function withoutFutureDates(row: DrugRow, nowIso: string): DrugRow {
  const past = (iso: string | null) => (iso !== null && iso > nowIso ? null : iso)
  return {
    ...row,
    fetched_at: past(row.fetched_at) ?? '',
    details_fetched_at: past(row.details_fetched_at),
    whole_fetched_at: past(row.whole_fetched_at),
  }
}

/** True if a value of the older, synthetic response stays. */
const retainsSynthetic = (older: DrugRow, newer: DrugRow, values: Partial<DrugRow>): boolean =>
  older.synthetic === 1 &&
  (['name', 'synonyms', 'category', 'description', 'raw'] as const).some((key) => values[key] !== newer[key])

function toNewRow(fetched: FetchedDrug, details: boolean): DrugRow {
  const { drug, raw, fetchedAt, synthetic = false, partial = false } = fetched
  // SQLite cannot store a lone surrogate, and indexed text must equal the text read back. The raw JSON escapes it.
  const known = {
    name: drug.name.toWellFormed(),
    synonyms: drug.synonyms.map((synonym) => synonym.toWellFormed()),
    category: drug.category?.toWellFormed() ?? null,
    description: drug.description?.toWellFormed() ?? null,
  }
  return {
    ...known,
    drug_id: drug.drugId.toWellFormed(),
    synonyms: JSON.stringify(known.synonyms),
    raw: JSON.stringify(raw) ?? 'null',
    fetched_at: fetchedAt,
    pathways: null,
    pathways_raw: null,
    pathways_fetched_at: null,
    details_fetched_at: details ? fetchedAt : null,
    whole_fetched_at: partial ? null : fetchedAt,
    synthetic: synthetic ? 1 : 0,
    pathways_synthetic: 0,
  }
}

/** True if the row has a real name: a drug without one is stored under its id. */
const isNamed = ({ name, drug_id }: DrugRow): boolean => name.trim() !== '' && name !== drug_id

function retainsOlderSynonyms(newer: DrugRow, older: DrugRow, isPoorer: boolean): boolean {
  if (newer.synonyms === '[]') return true
  if (!isPoorer || newer.synonyms.length >= older.synonyms.length) return false
  const before = new Set(parseSynonyms(older))
  return parseSynonyms(newer).every((synonym) => before.has(synonym))
}

const isTruncated = (newer: DrugRow, older: DrugRow): boolean =>
  newer.description !== null &&
  (older.description?.length ?? 0) > newer.description.length &&
  older.description?.startsWith(newer.description.replace(/\s*(…|\.\.\.)$/, '')) === true

/** Returns the raw JSON of the newest details, whose values may contradict older ones, or the richer of two lists. */
function rawOf(now: DrugRow, former: DrugRow, isPoorer: boolean): string {
  const [newest, other] = now.fetched_at >= former.fetched_at ? [now, former] : [former, now]
  if (now.details_fetched_at !== null) {
    const detailed = former.details_fetched_at
    if (now === newest || (detailed !== null && now.fetched_at >= detailed)) return now.raw
    if (detailed !== null) return former.raw
  }
  return isRicher(other, newest, isPoorer) ? other.raw : newest.raw
}

/** True if the older raw JSON has fields that the newer one lacks, and at least as many in total. */
function isRicher(older: DrugRow, newer: DrugRow, isPoorer: boolean): boolean {
  if (older.raw === newer.raw) return false
  const before = nonEmptyFieldNames(JSON.parse(older.raw), older.drug_id)
  const now = nonEmptyFieldNames(JSON.parse(newer.raw), newer.drug_id)
  const missing = [...before].some((name) => !now.has(name))
  if (missing) return before.size >= now.size
  return isPoorer && before.size === now.size && older.raw.length > newer.raw.length
}

const latest = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b)

/** Characters of a hit's description: a page of full descriptions could take 100 MB. */
export const maxDescriptionLength = 500

export const toHitDescription = (description: string | null): string | null =>
  description && description.slice(0, maxDescriptionLength).toWellFormed()

export type HitRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'description' | 'fetched_at' | 'synthetic'
>

export const toHit = (row: HitRow, source: 'cache' | 'service'): DrugHit => ({
  drugId: row.drug_id,
  name: row.name,
  synonyms: parseSynonyms(row),
  category: row.category,
  description: row.description,
  source,
  fetchedAt: row.fetched_at,
  ...(row.synthetic === 1 && { synthetic: true }),
})

export function toDetail(row: DrugRow, source: 'cache' | 'service'): DrugDetail {
  const raw: unknown = JSON.parse(row.raw)
  return {
    ...toHit(row, source),
    ...(row.pathways_synthetic === 1 && { synthetic: true }),
    pathways: row.pathways === null ? null : parsePathways(row.pathways),
    pathwaysFetchedAt: row.pathways_fetched_at,
    detailsFetchedAt: row.details_fetched_at,
    otherFields: otherFieldsOf(raw, row.drug_id),
    notice: null,
    raw,
    pathwaysRaw: row.pathways_raw === null ? null : JSON.parse(row.pathways_raw),
  }
}

export type SummaryRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'fetched_at' | 'pathways'
>

export const toSummary = (row: SummaryRow): DrugSummary => ({
  name: row.name,
  synonyms: parseSynonyms(row),
  category: row.category,
  fetchedAt: row.fetched_at,
  pathways:
    row.pathways === null
      ? null
      : parsePathways(row.pathways).map(({ pathway, direction }) => ({ pathway, direction })),
})

/** Throws if a damaged file has made the row unreadable. */
export const parsePathways = (text: string) => pathwaysSchema.parse(JSON.parse(text))

/** Checked by hand: a schema would take longer than the search. Throws if a damaged row cannot be read. */
function parseSynonyms({ synonyms }: Pick<DrugRow, 'synonyms'>): string[] {
  const parsed: unknown = JSON.parse(synonyms)
  if (Array.isArray(parsed) && parsed.every((one) => typeof one === 'string')) return parsed
  throw new SyntaxError('The synonyms are no list of texts.')
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')
const idNames = new Set(drugFieldNames.drugId.map(plain))
const knownNames = new Set(Object.values(drugFieldNames).flat().map(plain))
/** Envelopes are one or two levels deep. */
const maxDepth = 3

/** Returns the part of the service's JSON that describes the drug, without the envelope. Null if none has its id. */
function recordOf(raw: unknown, drugId: string): JsonRecord | null {
  let level = [raw].filter(isRecord)
  for (let depth = 0; depth < maxDepth && level.length > 0; depth++) {
    const found = level.find((record) => isAbout(record, drugId))
    if (found) return found
    level = level.flatMap((record) => Object.values(record).filter(isRecord))
  }
  return null
}

const isAbout = (record: JsonRecord, drugId: string): boolean =>
  Object.entries(record).some(([name, value]) => idNames.has(plain(name)) && String(value).trim() === drugId)

/** Returns the service's fields beyond those that every drug has, with its own names and in its own order. */
export const otherFieldsOf = (raw: unknown, drugId: string): { name: string; value: unknown }[] =>
  Object.entries(recordOf(raw, drugId) ?? {})
    .filter(([name]) => !knownNames.has(plain(name)))
    .map(([name, value]) => ({ name, value }))

/** Returns the normalized names of the fields with a value. */
const nonEmptyFieldNames = (raw: unknown, drugId: string): Set<string> =>
  new Set(
    Object.entries(recordOf(raw, drugId) ?? {})
      .filter(([, value]) => !isEmpty(value))
      .map(([name]) => plain(name)),
  )

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Drugs cached and indexed in one transaction: 20 to 50 ms of a thread's work. */
const maxDrugsPerBatch = 100
/** A description of 1 MB costs as much as 1,000 drugs, so a transaction is limited by its text too. */
const maxCharactersPerBatch = 1_000_000

export function* inBatches(fetched: readonly FetchedDrug[]): Generator<FetchedDrug[]> {
  let batch: FetchedDrug[] = []
  let characters = 0
  for (const one of fetched) {
    batch.push(one)
    characters += (one.drug.description?.length ?? 0) + one.drug.synonyms.length * 20
    if (batch.length < maxDrugsPerBatch && characters < maxCharactersPerBatch) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
