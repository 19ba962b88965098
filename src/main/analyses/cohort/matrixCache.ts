import { joinNames, type PathwayNames, type Spellings, toSpellings } from './joinNames.ts'
import type { Matrix } from './matrix.ts'
import { type Files, type RawMatrix, type ResultsParams, readMatrix, readVersion } from './readMatrix.ts'

type MatrixParams = ResultsParams & { pathwayNames: PathwayNames }
type LoadedMatrix = { matrix: Matrix; spellings: Spellings }

export type MatrixCache = {
  read(files: Files, params: MatrixParams): Promise<LoadedMatrix>
  /** Reads ahead what is asked for as soon as the names of the pathways are known. */
  prepare(files: Files, params: ResultsParams): Promise<void>
}

/** Both measures of one cohort; pieces, views and comparisons are then made of what is at hand. */
const maxCached = 2

type CacheEntry = { raw: RawMatrix; joined: (LoadedMatrix & { namesKey: string }) | null }

/** Matrices that were read last, as long as no answer came since. */
export function createMatrixCache(): MatrixCache {
  const cache = new Map<string, Promise<CacheEntry>>()
  const readRaw = async (files: Files, { measure, sampleIds }: ResultsParams): Promise<CacheEntry> => {
    const key = JSON.stringify([measure, await readVersion(files.answers), sampleIds])
    const read =
      cache.get(key) ?? readMatrix(files, { measure, sampleIds }).then((raw) => ({ raw, joined: null }))
    // Put last again, so that the first is the one that was not asked for the longest.
    cache.delete(key)
    cache.set(key, read)
    read.catch(() => cache.delete(key))
    for (const old of [...cache.keys()].slice(0, -maxCached)) cache.delete(old)
    return read
  }
  return {
    async read(files, params) {
      const entry = await readRaw(files, params)
      const namesKey = JSON.stringify(params.pathwayNames)
      if (entry.joined?.namesKey !== namesKey) {
        const spellings = toSpellings(params.pathwayNames)
        const matrix = { ...entry.raw, ...joinNames(entry.raw.columns, spellings) }
        entry.joined = { namesKey, spellings, matrix }
      }
      return entry.joined
    },
    prepare: async (files, params) => void (await readRaw(files, params)),
  }
}
