import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import { everySample, type SampleChoice } from '../../shared/domain/results/cohort.ts'
import { unpack } from '../../shared/domain/results/packedNumbers.ts'
import { message } from '../../shared/words/message.ts'
import { call, toAnswer } from './call.ts'
import { inOwnTask } from './ownTask.ts'

type ValuesQuery = Omit<Input<'results.values'>, 'offset' | 'limit' | 'snapshot'>

/** Samples × pathways, complete: `values[row * pathways.length + column]`, NaN for missing values. */
export type ValueTable = Omit<Output<'results.values'>, 'values' | 'snapshot'> & { values: Float64Array }

const sampleChunkSize = 10_000
/** The maximum number of tries if the results change between pages. */
const maxTries = 10

/** Returns all requested values, joined from pages. The former values stay until the new ones are complete. */
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
    const table = await readPages(valuesQuery, signal)
    // A task of its own, because the next step compares a million values with the former ones.
    if (table) return inOwnTask(() => table)
  }
  throw new Failure('bug', message('shared.resultsChangedAgainAgain'), { reference: 'page' })
}

/** Returns null if the results changed in between, so that the pages do not fit together. */
async function readPages(valuesQuery: ValuesQuery, signal: AbortSignal): Promise<ValueTable | null> {
  const { snapshot, samples, values: firstValues, ...rest } = await call('results.values', valuesQuery)
  const values = new Float64Array(rest.totalSamples * rest.pathways.length)
  // Each page is unpacked when it arrives: doing all of them together would make the user wait.
  values.set(unpack(firstValues))
  while (samples.length < rest.totalSamples) {
    signal.throwIfAborted()
    const page = await call('results.values', { ...valuesQuery, snapshot, offset: samples.length })
    if (page.samples.length === 0 || page.snapshot !== snapshot) return null
    values.set(unpack(page.values), samples.length * rest.pathways.length)
    samples.push(...page.samples)
  }
  return { ...rest, samples, values }
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
  const valuesQuery: ValuesQuery = {
    measure: 'activity',
    of: everySample,
    pathways: firstPage.pathways.slice(0, 1),
  }
  const { samples } = await readValues(valuesQuery, new AbortController().signal)
  const texts = (await readCovariates(samples, [covariate])).get(covariate) ?? []
  return { sampleIds: samples.flatMap(({ sampleId }, row) => (texts[row] === value ? [sampleId] : [])) }
}
