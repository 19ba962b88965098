import { medianOf } from './values.ts'

/**
 * Rows sorted into levels (such as mice) within strata (such as groups). `levelOf[row]` counts from 0 over all strata.
 * A level belongs to one stratum, and unused rows to none.
 */
export type Levels = { levelOf: Int32Array; strata: readonly Uint32Array[] }

/** `icc`: the median over the columns. `p`: from 999 permutations within strata; null if none were run. */
export type Likeness = { icc: number; p: number | null }

/**
 * Measures how similar the values of one level are: the one-way intraclass correlation within strata (Shrout, Fleiss
 * 1979, ICC(1,1)), as the median over columns. The labels are permuted only if the median exceeds `least`, and only
 * until p must exceed `level`, so most columns cost one pass. NaN counts as the mean of its stratum. Returns null if no
 * level has two rows, no stratum has two levels, or no column varies.
 */
export function likenessOf(
  columns: readonly Float64Array[],
  levels: Levels,
  { least, level, random }: { least: number; level: number; random: () => number },
): Likeness | null {
  const icc = medianIcc(toBlock(columns, levels))
  if (icc === null) return null
  if (icc <= least) return { icc, p: null }
  return { icc, p: permutationP(toBlock(...thinned(columns, levels)), level, random) }
}

const permutations = 999
/**
 * The permuted cells, about 1,000 samples of 25 pathways: 999 permutations take about 0.1 s. An ICC that deserves a
 * warning is found in them as reliably as in all cells.
 */
const maxPermutedCells = 25_000
const leastColumns = 25

/** Values minus the mean of their stratum, row by row, with the level of each row. */
type Block = {
  width: number
  values: Float64Array
  levelOf: Int32Array
  /** The end rows of the strata. */
  ends: number[]
  sizes: Float64Array
  squares: Float64Array
  between: number
  within: number
  /** The mean number of rows per level, reduced for unequal sizes. */
  rowsPerLevel: number
}

function toBlock(columns: readonly Float64Array[], { levelOf, strata }: Levels): Block {
  const rows = strata.flatMap((stratum) => [...stratum])
  const width = columns.length
  const values = new Float64Array(rows.length * width)
  const squares = new Float64Array(width)
  for (const [column, all] of columns.entries()) {
    let at = column
    for (const stratum of strata) {
      let [sum, n] = [0, 0]
      for (const row of stratum) {
        const value = all[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        sum += value
        n += 1
      }
      for (const row of stratum) {
        const value = (all[row] ?? Number.NaN) - sum / n
        const centered = Number.isNaN(value) ? 0 : value
        values[at] = centered
        squares[column] = (squares[column] ?? 0) + centered * centered
        at += width
      }
    }
  }
  const ends: number[] = []
  for (const stratum of strata) ends.push((ends.at(-1) ?? 0) + stratum.length)
  const places = new Map<number, number>()
  const placeOf = Int32Array.from(rows, (row) => {
    const level = levelOf[row] ?? 0
    const place = places.get(level) ?? places.size
    places.set(level, place)
    return place
  })
  const sizes = new Float64Array(places.size)
  for (const place of placeOf) sizes[place] = (sizes[place] ?? 0) + 1
  const between = sizes.length - strata.length
  // Σ n² / N within each stratum, as in ANOVA of unequal sizes.
  const uneven = strata.reduce(
    (sum, stratum, at) =>
      sum +
      placeOf
        .subarray(ends[at - 1] ?? 0, ends[at])
        .reduce((of, place) => of + (sizes[place] ?? 0) / stratum.length, 0),
    0,
  )
  return {
    width,
    values,
    levelOf: placeOf,
    ends,
    sizes,
    squares,
    between,
    within: rows.length - sizes.length,
    rowsPerLevel: (rows.length - uneven) / between,
  }
}

/** Returns the median ICC over the columns that vary; null if there is none. */
function medianIcc(block: Block, sums = new Float64Array(block.sizes.length * block.width)): number | null {
  const { width, values, levelOf, sizes, squares, between, within, rowsPerLevel } = block
  if (between < 1 || within < 1 || width === 0) return null
  sums.fill(0)
  for (let row = 0, at = 0; row < levelOf.length; row += 1) {
    const to = (levelOf[row] ?? 0) * width
    for (let column = 0; column < width; column += 1, at += 1)
      sums[to + column] = (sums[to + column] ?? 0) + (values[at] ?? 0)
  }
  const explained = new Float64Array(width)
  for (let level = 0, at = 0; level < sizes.length; level += 1) {
    const size = sizes[level] ?? 0
    for (let column = 0; column < width; column += 1, at += 1)
      explained[column] = (explained[column] ?? 0) + (sums[at] ?? 0) ** 2 / size
  }
  const found = new Float64Array(width)
  let count = 0
  for (let column = 0; column < width; column += 1) {
    const all = squares[column] ?? 0
    if (!(all > 0) || !Number.isFinite(all)) continue
    const meanBetween = (explained[column] ?? 0) / between
    const meanWithin = Math.max(0, all - (explained[column] ?? 0)) / within
    found[count++] = (meanBetween - meanWithin) / (meanBetween + (rowsPerLevel - 1) * meanWithin)
  }
  return count === 0 ? null : medianOf(found.subarray(0, count))
}

/** Returns p by permutation. Stops as soon as p must exceed `level`. */
function permutationP(block: Block, level: number, random: () => number): number | null {
  const sums = new Float64Array(block.sizes.length * block.width)
  const observed = medianIcc(block, sums)
  if (observed === null) return null
  const levelOf = Int32Array.from(block.levelOf)
  let atLeast = 1
  for (let done = 1; done <= permutations; done += 1) {
    shuffle(levelOf, block.ends, random)
    // Sums in another order round differently, so results within 1e-12 count as equal.
    if ((medianIcc({ ...block, levelOf }, sums) ?? 0) >= observed - 1e-12) atLeast += 1
    if (atLeast / (permutations + 1) > level) return atLeast / (done + 1)
  }
  return atLeast / (permutations + 1)
}

/** Shuffles the levels within each stratum (Fisher–Yates). */
function shuffle(levelOf: Int32Array, ends: readonly number[], random: () => number): void {
  let start = 0
  for (const end of ends) {
    for (let at = end - 1; at > start; at -= 1) {
      const other = start + Math.floor(random() * (at - start + 1))
      const level = levelOf[at] ?? 0
      levelOf[at] = levelOf[other] ?? 0
      levelOf[other] = level
    }
    start = end
  }
}

/** Returns a subset that is small enough to permute: evenly spaced columns and levels, and their first rows. */
function thinned(columns: readonly Float64Array[], levels: Levels): [readonly Float64Array[], Levels] {
  const { levelOf, strata } = levels
  const rows = strata.reduce((sum, stratum) => sum + stratum.length, 0)
  if (rows * columns.length <= maxPermutedCells) return [columns, levels]
  const step = Math.max(1, Math.floor(columns.length / leastColumns))
  const few = columns.filter((_, at) => at % step === 0)
  const excess = (rows * few.length) / maxPermutedCells
  if (excess <= 1) return [few, levels]
  return [few, { levelOf, strata: strata.map((stratum) => thinnedStratum(stratum, levelOf, excess)) }]
}

const maxPermutedRows = 20

function thinnedStratum(stratum: Uint32Array, levelOf: Int32Array, excess: number): Uint32Array {
  const rowsOf = Map.groupBy(stratum, (row) => levelOf[row] ?? 0)
  const step = Math.min(Math.ceil(excess), Math.max(1, Math.floor(rowsOf.size / leastLevels)))
  const some = [...rowsOf.values()].filter((_, at) => at % step === 0)
  return Uint32Array.from(some.flatMap((rows) => rows.slice(0, maxPermutedRows)))
}
const leastLevels = 3
