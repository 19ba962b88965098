import type { Term } from '../models/design.ts'
import { createSeededRandom } from '../seededRandom.ts'

export type StudyOptions = {
  perGroup: number
  pathways: number
  /** The first `differing` pathways differ between the groups by `effect`. */
  differing: number
  effect: number
  /** The treated are older by this many years; each year adds `perYear`. */
  ageGap: number
  perYear: number
  /** The share of the treated in batch 2; of the controls, 1 minus this. Batch 2 adds `ofBatch`. */
  batchShare: number
  ofBatch: number
  /** The samples of each donor, and their correlation; `isPaired`: one of each donor in each group. */
  repeats: number
  icc: number
  isPaired: boolean
  /** Of the distribution of variances over pathways; the typical variance is 1. Infinite: all are 1. */
  priorDf: number
}

const defaults: StudyOptions = {
  perGroup: 12,
  pathways: 26,
  differing: 0,
  effect: 0,
  ageGap: 0,
  perYear: 0,
  batchShare: 0.5,
  ofBatch: 0,
  repeats: 1,
  icc: 0,
  isPaired: false,
  priorDf: 8,
}
/** The share of the variance that all pathways have in common. */
const shared = 0.3

/** Creates a generator of normal numbers. */
export function createNormal(seed: number): () => number {
  const random = createSeededRandom(seed)
  let next: number | null = null
  return () => {
    if (next !== null) {
      const value = next
      next = null
      return value
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()]
    next = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

/** Generates a study of two groups with correlated pathways. */
export function simulateStudy(normal: () => number, changes: Partial<StudyOptions>) {
  const options = { ...defaults, ...changes }
  const { perGroup, pathways, icc, priorDf } = options
  const count = 2 * perGroup
  const isTreated = Array.from({ length: count }, (_, at) => at >= perGroup)
  const donors = isTreated.map((_, at) =>
    Math.floor((options.isPaired ? at % perGroup : at) / options.repeats),
  )
  const age = isTreated.map((treated) => 50 + 10 * normal() + (treated ? options.ageGap : 0))
  const inSecond = isTreated.map((treated, at) => {
    const share = treated ? options.batchShare : 1 - options.batchShare
    return (at % perGroup) + 0.5 < share * perGroup
  })
  const correlated = () => {
    const [common, own] = [donors.map(normal), isTreated.map(normal)]
    return own.map((value, at) => Math.sqrt(icc) * (common[donors[at]!] ?? 0) + Math.sqrt(1 - icc) * value)
  }
  const common = correlated()
  const responses = Array.from({ length: pathways }, (_, pathway) => {
    const squares = Array.from({ length: Number.isFinite(priorDf) ? priorDf : 0 }, () => normal() ** 2)
    const sd = squares.length === 0 ? 1 : Math.sqrt(priorDf / squares.reduce((sum, value) => sum + value, 0))
    return Float64Array.from(
      correlated(),
      (value, at) =>
        sd * (Math.sqrt(shared) * common[at]! + Math.sqrt(1 - shared) * value) +
        (isTreated[at] && pathway < options.differing ? options.effect : 0) +
        options.perYear * age[at]! +
        (inSecond[at] ? options.ofBatch : 0),
    )
  })
  const factor = (name: string, levels: string[], is: boolean[]): Term => ({
    name,
    kind: 'factor',
    levels,
    values: is.map((second) => levels[Number(second)]!),
  })
  return {
    count,
    responses,
    donors: donors.map(String),
    group: factor('group', ['control', 'treated'], isTreated),
    batch: factor('batch', ['1', '2'], inSecond),
    age: { name: 'age', kind: 'number', values: age } satisfies Term,
  }
}
