import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { CohortSample } from '../../../shared/domain/results/cohort.ts'
import { toJsonList } from '../../../shared/json.ts'
import { type Message, type MessageValue, message, shortList } from '../../../shared/words/message.ts'
import type { Reader } from '../../ports.ts'
import { type CurrentAnalysis, findCurrentAnalyses } from '../../store/currentAnalyses.ts'
import type { Column, Matrix } from './cohortMatrix.ts'
import { readRegisteredSamples } from './covariates.ts'
import { joinNames, type PathwayNames, type Spellings, toSpellings } from './joinNames.ts'

/** Returns the failure of an impossible request; `message` tells the user what is possible. */
export const refusal = (field: string, message: Message): Failure<'rejected'> => rejected(message, field)

const maxNamed = 30

/** Formats `a, b, c` and the number of further names. */
export const formatList = (names: readonly MessageValue[]): Message => shortList(names, maxNamed)

export type Files = { journal: Reader; answers: Reader }

type MatrixParams = ResultsParams & { pathwayNames: PathwayNames }

/** The stored data of samples, and the matrices of their results. */
export type CohortData = Files & { readMatrix(params: MatrixParams): Promise<LoadedMatrix> }

export type ResultsParams = { measure: Measure; sampleIds: readonly string[] }

/** A matrix with one column per name, in no particular order. */
type RawMatrix = Omit<Matrix, 'joined'>

/** 160 MB of numbers, and the same again for a view of them. */
const defaultMaxCells = 20_000_000

/** Reads the current pathway analyses of these samples. Throws `rejected` if they have too many cells for memory. */
export async function readMatrix(
  files: Files,
  { measure, sampleIds }: ResultsParams,
  maxCells = defaultMaxCells,
): Promise<RawMatrix> {
  const [registered, answers] = await Promise.all([
    readRegisteredSamples(files.journal, sampleIds),
    findCurrentAnalyses(files.answers.rows, 'activity', sampleIds),
  ])
  const analysed = [...registered.keys()].flatMap((sampleId) => {
    const origins = answers.get(sampleId)
    return origins ? [{ sampleId, origins }] : []
  })
  const origins = analysed.map((one) => one.origins)
  const columns = await readColumns(files.answers, measure, origins, maxCells)
  return { measure, sampleIds: analysed.map(({ sampleId }) => sampleId), origins, columns }
}

/** Returns the samples of these rows of a matrix. */
export async function readSamples(
  { journal }: Pick<Files, 'journal'>,
  { sampleIds, origins }: Matrix,
  rows: Uint32Array,
): Promise<CohortSample[]> {
  const ids = [...rows].flatMap((row) => sampleIds[row] ?? [])
  const registered = await readRegisteredSamples(journal, ids)
  return [...rows].map((row) => {
    const sampleId = sampleIds[row] ?? ''
    const { clientReference = sampleId, group = null } = registered.get(sampleId) ?? {}
    return { sampleId, clientReference, group, fetchedAt: origins[row]?.[0]?.fetchedAt ?? '' }
  })
}

/** Returns a version that changes when results are added, replaced or removed. */
export async function readVersion(answers: Reader): Promise<string> {
  const [row] = await answers.rows<{ last: number | null; count: number }>(
    'SELECT max(rowid) AS last, count(*) AS count FROM analyses INDEXED BY analyses_current WHERE current = 1',
    [],
  )
  return `${row?.last ?? 0} ${row?.count ?? 0}`
}

/** Returns the samples that have a pathway analysis, in the order of the IDs. */
export async function readAnalysed(answers: Reader, sampleIds: readonly string[]): Promise<string[]> {
  const rows = await answers.rows<{ sample_id: string }>(
    `SELECT sample_id FROM analyses
    WHERE sample_id IN (SELECT value FROM json_each(?)) AND kind = 'activity' AND current = 1`,
    [toJsonList(sampleIds)],
  )
  const analysed = new Set(rows.map((row) => row.sample_id))
  return sampleIds.filter((sampleId) => analysed.has(sampleId))
}

/** One statement per result is a quarter faster than one for many, whose rows would have to name their result. */
async function readColumns(
  answers: Reader,
  measure: Measure,
  samples: readonly (readonly CurrentAnalysis[])[],
  maxCells: number,
): Promise<Column[]> {
  const columns = new Map<string, Column>()
  const columnOf = (pathway: string): Column => {
    const known = columns.get(pathway)
    if (known) return known
    if ((columns.size + 1) * samples.length > maxCells)
      throw refusal('of', message('analyses.samplesManyPathwaysMore', { samples: samples.length }))
    const values = new Float64Array(samples.length).fill(Number.NaN)
    const made = { pathway, names: [pathway], values }
    columns.set(pathway, made)
    return made
  }
  // Most results list the same pathways in the same order, so the column is found without a lookup.
  const order: Column[] = []
  for (const [row, current] of samples.entries())
    for (const [age, { analysisId, pathways }] of current.toReversed().entries()) {
      // A newer result replaces the older values of all its pathways, even where its own value is missing.
      if (age > 0) for (const name of pathways) columns.get(name)?.values.fill(Number.NaN, row, row + 1)
      const scores = await answers.lists<[pathway: string, value: number | null]>(
        `SELECT pathway, ${measure} FROM scores WHERE analysis_id = ?`,
        [analysisId],
      )
      for (const [at, [pathway, value]] of scores.entries()) {
        if (order[at]?.pathway !== pathway) order[at] = columnOf(pathway)
        const column = order[at]
        if (column) column.values[row] = value ?? Number.NaN
      }
    }
  return [...columns.values()]
}

/** `version`: that of the stored results that it was read from. */
export type LoadedMatrix = { matrix: Matrix; spellings: Spellings; version: string }

/** Both measures of one cohort. Pages, views and comparisons use the cached matrices. */
const maxCached = 2

type CacheEntry = { version: string; raw: RawMatrix; joined: (LoadedMatrix & { namesKey: string }) | null }

/** Caches the matrices read last, until the stored results change. */
export function createMatrixCache() {
  const cache = new Map<string, Promise<CacheEntry>>()
  const readRaw = async (files: Files, { measure, sampleIds }: ResultsParams): Promise<CacheEntry> => {
    const version = await readVersion(files.answers)
    const key = JSON.stringify([measure, version, sampleIds])
    const read =
      cache.get(key) ??
      readMatrix(files, { measure, sampleIds }).then((raw) => ({ version, raw, joined: null }))
    // Moved to the end, so that the first entry is the least recently used.
    cache.delete(key)
    cache.set(key, read)
    read.catch(() => cache.delete(key))
    for (const old of [...cache.keys()].slice(0, -maxCached)) cache.delete(old)
    return read
  }
  return {
    async read(files: Files, params: MatrixParams): Promise<LoadedMatrix> {
      const entry = await readRaw(files, params)
      const namesKey = JSON.stringify(params.pathwayNames)
      if (entry.joined?.namesKey !== namesKey) {
        const { raw, version } = entry
        const spellings = toSpellings(params.pathwayNames)
        entry.joined = {
          namesKey,
          spellings,
          version,
          matrix: { ...raw, ...joinNames(raw.columns, spellings) },
        }
      }
      return entry.joined
    },
    /** Reads ahead, before the pathway names are known. */
    prepare: async (files: Files, params: ResultsParams): Promise<void> =>
      void (await readRaw(files, params)),
  }
}
