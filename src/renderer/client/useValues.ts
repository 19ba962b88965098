import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import { everySample, type SampleChoice } from '../../shared/domain/results/cohort.ts'
import { unpack } from '../../shared/domain/results/packedNumbers.ts'
import { message } from '../../shared/messages/message.ts'
import { call } from './call.ts'
import { inOwnTask } from './ownTask.ts'
import { toAnswer } from './useCall.ts'

type ValuesQuery = Omit<Input<'results.values'>, 'offset' | 'limit'>

/** Samples × pathways, complete: `values[row * pathways.length + column]`, NaN for missing values. */
export type ValueTable = Omit<Output<'results.values'>, 'values'> & { values: Float64Array }

const sampleChunkSize = 10_000
/** The maximum number of tries if the results change between chunks. */
const maxTries = 10

/** Returns all requested values, joined from chunks. The former values stay until the new ones are complete. */
export function useValues(valuesQuery: ValuesQuery, { enabled = true } = {}) {
  const query = useQuery<ValueTable, Failure>({
    queryKey: ['results.values', valuesQuery],
    queryFn: ({ signal }) => readValues(valuesQuery, signal),
    enabled,
    placeholderData: keepPreviousData,
    structuralSharing: keepEqual,
  })
  return toAnswer(query)
}

/** The text of each covariate for each sample of the table; null if missing. */
export type CovariateColumns = ReadonlyMap<string, readonly (string | null)[]>

const noColumns: ReadonlyMap<string, readonly (string | null)[]> = new Map()

/** Returns covariates of a table's samples; empty until they are loaded. */
export function useCovariateColumns(
  table: Pick<ValueTable, 'samples'> | undefined,
  names: readonly string[],
) {
  const enabled = table !== undefined && names.length > 0
  const samples = table?.samples
  const sampleIds = useMemo(() => samples?.map(({ sampleId }) => sampleId).join('\n') ?? '', [samples])
  const query = useQuery<CovariateColumns, Failure>({
    queryKey: ['results.covariateValues', names, sampleIds],
    // Joins thousands of ids once; a JSON key would be built at every render.
    queryKeyHashFn: () => ['results.covariateValues', JSON.stringify(names), sampleIds].join(' '),
    queryFn: () => readCovariates(samples ?? [], names),
    enabled,
    structuralSharing: keepEqual,
  })
  return { columns: query.data ?? noColumns, isPending: enabled && query.isPending, failure: query.error }
}

/** Keeps the former response if nothing changed, so that nothing derived from it is computed or rendered again. */
const keepEqual = (former: unknown, newest: unknown): unknown => (isEqual(former, newest) ? former : newest)

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (a instanceof Float64Array && b instanceof Float64Array) return areEqualNumbers(a, b)
  if (a instanceof Map && b instanceof Map)
    return a.size === b.size && [...a].every(([key, value]) => isEqual(value, b.get(key)))
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, at) => isEqual(value, b[at]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [former, newest] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(former)
  return keys.length === Object.keys(newest).length && keys.every((key) => isEqual(former[key], newest[key]))
}

/** A plain loop without a function call per number, because there may be a million. */
function areEqualNumbers(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++)
    if (a[at] !== b[at] && !(Number.isNaN(a[at]) && Number.isNaN(b[at]))) return false
  return true
}

async function readValues(valuesQuery: ValuesQuery, signal: AbortSignal): Promise<ValueTable> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const chunks = await readChunks(valuesQuery, signal)
    if (!chunks) continue
    const table = await inOwnTask(() => join(chunks))
    // A task of its own, because the next step compares a million values with the former ones.
    return inOwnTask(() => table)
  }
  throw new Failure(
    'bug',
    message`Results changed again and again while they were read. Try again in a while.`,
    {
      reference: 'page',
    },
  )
}

type Answer = Output<'results.values'>
/** A chunk, converted when it arrives: converting all chunks together would make the user wait. */
type Chunk = Omit<Answer, 'values'> & { values: Float64Array }

/** Returns null if the results changed in between, so that the chunks do not fit together. */
async function readChunks(
  valuesQuery: ValuesQuery,
  signal: AbortSignal,
): Promise<[Chunk, ...Chunk[]] | null> {
  const first = toChunk(await call('results.values', valuesQuery))
  const chunks: [Chunk, ...Chunk[]] = [first]
  let read = first.samples.length
  while (read < first.totalSamples) {
    signal.throwIfAborted()
    const chunk = toChunk(await call('results.values', { ...valuesQuery, offset: read }))
    if (chunk.samples.length === 0 || !fits(chunk, first)) return null
    chunks.push(chunk)
    read += chunk.samples.length
  }
  return chunks
}

const toChunk = (answer: Answer): Chunk => ({ ...answer, values: unpack(answer.values) })

const fits = (chunk: Chunk, first: Chunk): boolean =>
  chunk.totalSamples === first.totalSamples &&
  chunk.newestFetchedAt === first.newestFetchedAt &&
  chunk.pathways.length === first.pathways.length &&
  chunk.pathways.every((pathway, index) => pathway === first.pathways[index])

function join(chunks: readonly [Chunk, ...Chunk[]]): ValueTable {
  const [first] = chunks
  const values = new Float64Array(first.totalSamples * first.pathways.length)
  let at = 0
  for (const chunk of chunks) {
    values.set(chunk.values, at)
    at += chunk.values.length
  }
  return { ...first, samples: chunks.flatMap(({ samples }) => samples), values }
}

async function readCovariates(
  samples: ValueTable['samples'],
  names: readonly string[],
): Promise<CovariateColumns> {
  const columns = new Map<string, (string | null)[]>(names.map((name) => [name, []]))
  for (let from = 0; from < samples.length; from += sampleChunkSize) {
    const sampleIds = samples.slice(from, from + sampleChunkSize).map(({ sampleId }) => sampleId)
    const read = await call('results.covariateValues', { sampleIds, names: [...names] })
    for (const [index, name] of read.names.entries()) {
      const column = columns.get(name) ?? []
      columns.set(name, column.concat(read.values[index] ?? []))
    }
  }
  return columns
}

/** Returns the samples with a result that have one value of a covariate; for a group, as a filter of the register. */
export async function samplesWhere(covariate: string, value: string): Promise<SampleChoice> {
  if (covariate === 'group') return { filter: { group: value } }
  const firstPage = await call('results.values', { measure: 'activity', limit: 1 })
  const [pathway] = firstPage.pathways
  const valuesQuery = { measure: 'activity', of: everySample, pathways: pathway ? [pathway] : [] } as const
  const { samples } = await readValues(
    { ...valuesQuery, pathways: [...valuesQuery.pathways] },
    new AbortController().signal,
  )
  const texts = (await readCovariates(samples, [covariate])).get(covariate) ?? []
  return { sampleIds: samples.flatMap(({ sampleId }, row) => (texts[row] === value ? [sampleId] : [])) }
}
