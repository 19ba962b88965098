import { describe, expect, it } from 'vitest'
import { type Levels, likenessOf } from './likeness.ts'
import { createSeededRandom } from './seededRandom.ts'

const normalOf = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Returns `count` levels of `size` rows each, in two strata. */
function levelsOf(count: number, size: number): Levels {
  const rows = Uint32Array.from({ length: count * size }, (_, row) => row)
  const half = Math.ceil(count / 2) * size
  return {
    levelOf: Int32Array.from(rows, (row) => Math.floor(row / size)),
    strata: [rows.slice(0, half), rows.slice(half)],
  }
}

/** Returns columns with a component shared by the rows of a level; `common` adds one that all columns share. */
function columnsOf(
  { levelOf }: Levels,
  { width, icc, common = 0, random }: { width: number; icc: number; common?: number; random: () => number },
): Float64Array[] {
  const shared = Float64Array.from(levelOf, () => normalOf(random))
  return Array.from({ length: width }, () => {
    const own = Float64Array.from(levelOf, () => normalOf(random))
    return Float64Array.from(
      levelOf,
      (level, row) =>
        Math.sqrt(icc) * (own[level] ?? 0) +
        Math.sqrt(1 - icc) *
          (Math.sqrt(common) * (shared[row] ?? 0) + Math.sqrt(1 - common) * normalOf(random)),
    )
  })
}

const options = () => ({ least: 0.2, level: 0.01, random: createSeededRandom(1) })

describe('the similarity of values in one level', () => {
  it('is the intraclass correlation of a one-way analysis of variance', () => {
    // Shrout and Fleiss (1979), table 2: six targets, four judges; ICC(1,1) = 0.17.
    const ratings = [9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7]
    const rows = Uint32Array.from(ratings.keys())
    const levels = { levelOf: Int32Array.from(rows, (row) => Math.floor(row / 4)), strata: [rows] }
    const likeness = likenessOf([Float64Array.from(ratings)], levels, options())
    expect(likeness?.icc).toBeCloseTo(0.1657, 4)
    expect(likeness?.p).toBeNull()
  })

  it('ignores differences between the strata', () => {
    const levels = levelsOf(8, 3)
    const values = columnsOf(levels, { width: 20, icc: 0, random: createSeededRandom(2) }).map((column) =>
      column.map((value, row) => value + (row < 12 ? 100 : 0)),
    )
    expect(likenessOf(values, levels, options())?.icc).toBeLessThan(0.2)
  })

  it('has p of at most 0.01 in 1% of cases without similarity, even if all columns correlate', () => {
    const cases = 500
    for (const common of [0, 0.9]) {
      const levels = levelsOf(6, 2)
      const found = Array.from({ length: cases }, (_, seed) => {
        const random = createSeededRandom(seed + 1)
        return likenessOf(columnsOf(levels, { width: 10, icc: 0, common, random }), levels, options())
      }).filter((one) => one !== null && one.p !== null && one.p <= 0.01)
      // Binomial bound, one in 10,000.
      expect(found.length).toBeLessThanOrEqual(15)
    }
  })

  it('is found within seconds in a subset of very many samples and pathways', () => {
    const levels = levelsOf(3334, 3)
    const columns = columnsOf(levels, { width: 100, icc: 0.5, random: createSeededRandom(3) })
    const begin = performance.now()
    expect(likenessOf(columns, levels, options())).toMatchObject({ p: 0.001 })
    // It takes 0.2 s; 20 such fields take 4 s. With all cells, one field would take 20 s.
    expect(performance.now() - begin).toBeLessThan(3000)
  })
})
