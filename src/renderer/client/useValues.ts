import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import { unpack } from '../../shared/domain/packed.ts'
import { call } from './call.ts'

type ValuesAsked = Omit<Input<'results.values'>, 'offset' | 'limit'>

/** Samples × pathways, whole: `values[row * pathways.length + column]`, NaN where there is none. */
export type ValueTable = Omit<Output<'results.values'>, 'values'> & { values: Float64Array }

const samplesAtOnce = 10_000
/** As often is begun anew where answers come between the pieces. */
const mostTries = 10

/** All values that are asked for, joined from the pieces in which they come; the former stay until the new are there. */
export function useValues(asked: ValuesAsked, { enabled = true } = {}) {
  const query = useQuery<ValueTable, Failure>({
    queryKey: ['results.values', asked],
    queryFn: ({ signal }) => readValues(asked, signal),
    enabled,
    placeholderData: keepPreviousData,
    // Numbers by the hundred thousand are not compared one by one with the former.
    structuralSharing: false,
  })
  return { data: query.data, failure: query.error, loading: query.isFetching, refetch: query.refetch }
}

/** For each covariate its text for each sample of the table; null where there is none. */
export type CovariateColumns = ReadonlyMap<string, readonly (string | null)[]>

const noColumns: CovariateColumns = new Map()

/** Covariates of the samples of a table; empty until they are there. */
export function useCovariateColumns(
  table: Pick<ValueTable, 'samples'> | undefined,
  names: readonly string[],
) {
  const query = useQuery<CovariateColumns, Failure>({
    queryKey: ['results.covariateValues', names, table ? tableKey(table) : null],
    queryFn: () => readCovariates(table?.samples ?? [], names),
    enabled: table !== undefined && names.length > 0,
    structuralSharing: false,
  })
  return { columns: query.data ?? noColumns, isPending: query.isPending, failure: query.error }
}

const keys = new WeakMap<ValueTable['samples'], number>()
let lastKey = 0

/** A number for each list of samples: the names themselves, by the thousand, would be a key that takes its time. */
function tableKey({ samples }: Pick<ValueTable, 'samples'>): number {
  const key = keys.get(samples) ?? ++lastKey
  keys.set(samples, key)
  return key
}

export async function readValues(asked: ValuesAsked, signal: AbortSignal): Promise<ValueTable> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const pieces = await readPieces(asked, signal)
    if (pieces) return join(pieces)
  }
  throw new Failure('bug', 'Results changed again and again while they were read. Try again in a while.', {
    reference: 'page',
  })
}

type Answer = Output<'results.values'>
/** What came, read at once: all pieces together would keep a person waiting. */
type Piece = Omit<Answer, 'values'> & { values: Float64Array }

/** null: what was asked for changed on the way, so that the pieces do not fit. */
async function readPieces(asked: ValuesAsked, signal: AbortSignal): Promise<[Piece, ...Piece[]] | null> {
  const first = toPiece(await call('results.values', asked))
  const pieces: [Piece, ...Piece[]] = [first]
  let read = first.samples.length
  while (read < first.totalSamples) {
    signal.throwIfAborted()
    const piece = toPiece(await call('results.values', { ...asked, offset: read }))
    if (piece.samples.length === 0 || !fits(piece, first)) return null
    pieces.push(piece)
    read += piece.samples.length
  }
  return pieces
}

const toPiece = (answer: Answer): Piece => ({ ...answer, values: unpack(answer.values) })

const fits = (piece: Piece, first: Piece): boolean =>
  piece.totalSamples === first.totalSamples &&
  piece.newestFetchedAt === first.newestFetchedAt &&
  piece.pathways.length === first.pathways.length &&
  piece.pathways.every((pathway, index) => pathway === first.pathways[index])

function join(pieces: readonly [Piece, ...Piece[]]): ValueTable {
  const [first] = pieces
  const values = new Float64Array(first.totalSamples * first.pathways.length)
  let at = 0
  for (const piece of pieces) {
    values.set(piece.values, at)
    at += piece.values.length
  }
  return { ...first, samples: pieces.flatMap(({ samples }) => samples), values }
}

export async function readCovariates(
  samples: ValueTable['samples'],
  names: readonly string[],
): Promise<CovariateColumns> {
  const columns = new Map<string, (string | null)[]>(names.map((name) => [name, []]))
  for (let from = 0; from < samples.length; from += samplesAtOnce) {
    const sampleIds = samples.slice(from, from + samplesAtOnce).map(({ sampleId }) => sampleId)
    const read = await call('results.covariateValues', { sampleIds, names: [...names] })
    for (const [index, name] of read.names.entries()) {
      const column = columns.get(name) ?? []
      columns.set(name, column.concat(read.values[index] ?? []))
    }
  }
  return columns
}
