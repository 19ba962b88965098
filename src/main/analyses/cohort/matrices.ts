import { joinNames, type NamesOfPathways, type Spellings, toSpellings } from './joinNames.ts'
import type { Matrix } from './matrix.ts'
import { type AnswersAsked, type Files, type RawMatrix, readMatrix, readVersion } from './readMatrix.ts'

type MatrixAsked = AnswersAsked & { pathwayNames: NamesOfPathways }
type Read = { matrix: Matrix; spellings: Spellings }

export type Matrices = {
  read(files: Files, asked: MatrixAsked): Promise<Read>
  /** Reads ahead what is asked for as soon as the names of the pathways are known. */
  prepare(files: Files, asked: AnswersAsked): Promise<void>
}

/** Both measures of one cohort; pieces, views and comparisons are then made of what is at hand. */
const mostKept = 2

type Kept = { raw: RawMatrix; joined: (Read & { namesKey: string }) | null }

/** Matrices that were read last, as long as no answer came since. */
export function createMatrices(): Matrices {
  const kept = new Map<string, Promise<Kept>>()
  const readRaw = async (files: Files, { measure, sampleIds }: AnswersAsked): Promise<Kept> => {
    const key = JSON.stringify([measure, await readVersion(files.answers), sampleIds])
    const read =
      kept.get(key) ?? readMatrix(files, { measure, sampleIds }).then((raw) => ({ raw, joined: null }))
    // Put last again, so that the first is the one that was not asked for the longest.
    kept.delete(key)
    kept.set(key, read)
    read.catch(() => kept.delete(key))
    for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old)
    return read
  }
  return {
    async read(files, asked) {
      const held = await readRaw(files, asked)
      const namesKey = JSON.stringify(asked.pathwayNames)
      if (held.joined?.namesKey !== namesKey) {
        const spellings = toSpellings(asked.pathwayNames)
        const matrix = { ...held.raw, ...joinNames(held.raw.columns, spellings) }
        held.joined = { namesKey, spellings, matrix }
      }
      return held.joined
    },
    prepare: async (files, asked) => void (await readRaw(files, asked)),
  }
}
