import type { Measure } from '../../../shared/domain/analysis.ts'
import { type NamesOfPathways, type Spellings, toSpellings } from './joinNames.ts'
import type { Matrix } from './matrix.ts'
import { type Files, readMatrix, readVersion } from './readMatrix.ts'

export type MatrixAsked = {
  measure: Measure
  sampleIds: readonly string[]
  pathwayNames: NamesOfPathways
}
export type Read = { matrix: Matrix; spellings: Spellings }

/** Both measures of one cohort; pieces, views and comparisons are then made of what is at hand. */
const mostKept = 2

/** Matrices that were read last, as long as no answer came since. */
export function createMatrices(): (files: Files, asked: MatrixAsked) => Promise<Read> {
  const kept = new Map<string, Promise<Read>>()
  return async (files, { measure, sampleIds, pathwayNames }) => {
    const version = await readVersion(files.answers)
    const key = JSON.stringify([measure, version, pathwayNames, sampleIds])
    const spellings = toSpellings(pathwayNames)
    const read =
      kept.get(key) ??
      readMatrix(files, { measure, sampleIds, spellings }).then((matrix) => ({ matrix, spellings }))
    // Put last again, so that the first is the one that was not asked for the longest.
    kept.delete(key)
    kept.set(key, read)
    read.catch(() => kept.delete(key))
    for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old)
    return read
  }
}
