/** Places of values in order, the lowest 1; equal values share the mean of their places. */
export type Ranks = {
  ranks: Float64Array
  /** Σ(t³ − t) over sets of t equal values, which every correction for ties is made of; 0 without ties. */
  ties: number
}

/** Ranks as R's `rank(values)`; without NaN. */
export function ranksOf(values: Float64Array): Ranks {
  const order = Uint32Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
  const ranks = new Float64Array(values.length)
  let ties = 0
  for (let start = 0, end = 0; start < order.length; start = end) {
    const value = values[order[start] ?? 0]
    while (end < order.length && values[order[end] ?? 0] === value) end += 1
    for (let position = start; position < end; position += 1)
      ranks[order[position] ?? 0] = (start + 1 + end) / 2
    ties += (end - start) ** 3 - (end - start)
  }
  return { ranks, ties }
}

/** Ranks of all groups together, and the sum of the ranks of each group. */
export function rankSums(groups: readonly Float64Array[]): { sums: number[]; ties: number; n: number } {
  const n = groups.reduce((sum, group) => sum + group.length, 0)
  const all = new Float64Array(n)
  let at = 0
  for (const group of groups) {
    all.set(group, at)
    at += group.length
  }
  const { ranks, ties } = ranksOf(all)
  at = 0
  const sums = groups.map((group) => {
    const sum = ranks.subarray(at, at + group.length).reduce((total, rank) => total + rank, 0)
    at += group.length
    return sum
  })
  return { sums, ties, n }
}
