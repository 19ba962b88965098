/** A list of p-values. Null and NaN stay in their places and do not count. */
type PValues = readonly (number | null)[]

/** Returns Benjamini and Hochberg's q (1995), as R's `p.adjust(p, 'BH')`, in a new list in the same order. */
export function benjaminiHochberg(p: PValues): (number | null)[] {
  const order = ascending(p)
  const adjusted = [...p]
  let least = 1
  for (let rank = order.length; rank >= 1; rank -= 1) {
    const at = order[rank - 1] ?? 0
    least = Math.min(least, ((p[at] ?? 1) * order.length) / rank)
    adjusted[at] = least
  }
  return adjusted
}

/** Returns Holm's adjusted p (1979), as R's `p.adjust(p, 'holm')`, in a new list in the same order. */
export function holm(p: PValues): (number | null)[] {
  const order = ascending(p)
  const adjusted = [...p]
  let most = 0
  for (const [rank, at] of order.entries()) {
    most = Math.max(most, Math.min(1, (p[at] ?? 1) * (order.length - rank)))
    adjusted[at] = most
  }
  return adjusted
}

const ascending = (p: PValues): number[] =>
  [...p.keys()]
    .filter((at) => p[at] !== null && !Number.isNaN(p[at]))
    .sort((one, other) => (p[one] ?? 1) - (p[other] ?? 1) || one - other)
