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

/** Samples × pathways, whole: `values[row * pathways.length + column]`, NaN where there is none. */
export type ValueTable = Omit<Output<'results.values'>, 'values'> & { values: Float64Array }

const sampleChunkSize = 10_000
/** As often is begun anew where answers come between the pieces. */
const maxTries = 10

/** All values that are requested, joined from the pieces in which they come; the former stay until the new are there. */
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

/** For each covariate its text for each sample of the table; null where there is none. */
export type CovariateColumns = ReadonlyMap<string, readonly (string | null)[]>

const noColumns: ReadonlyMap<string, readonly (string | null)[]> = new Map()

/** Covariates of the samples of a table; empty until they are there. */
export function useCovariateColumns(
  table: Pick<ValueTable, 'samples'> | undefined,
  names: readonly string[],
) {
  const enabled = table !== undefined && names.length > 0
  const samples = table?.samples
  const sampleIds = useMemo(() => samples?.map(({ sampleId }) => sampleId).join('\n') ?? '', [samples])
  const query = useQuery<CovariateColumns, Failure>({
    queryKey: ['results.covariateValues', names, sampleIds],
    // Ids by the thousand are joined once; as JSON they would be written anew each time that the screen is drawn.
    queryKeyHashFn: () => ['results.covariateValues', JSON.stringify(names), sampleIds].join(' '),
    queryFn: () => readCovariates(samples ?? [], names),
    enabled,
    structuralSharing: keepEqual,
  })
  return { columns: query.data ?? noColumns, isPending: enabled && query.isPending, failure: query.error }
}

/** Where nothing has changed the former answer stays, so that nothing is computed and drawn of it again. */
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

/** In a loop without a call a number: there may be a million. */
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
    // What reads it compares a million values with the former ones.
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
/** What came, read at once: all pieces together would keep a person waiting. */
type Chunk = Omit<Answer, 'values'> & { values: Float64Array }

/** null: what was requested changed on the way, so that the pieces do not fit. */
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

/** The samples with a result that have one value of a covariate; of a group as the register's own filter. */
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
