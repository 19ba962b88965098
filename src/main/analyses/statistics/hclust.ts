import type { Dendrogram, Linkage } from '../../../shared/domain/cohort.ts'

/** What is left to be joined. A cluster lives on in the place of its first object. */
type Work = {
  n: number
  /** n × n; for Ward's linkage squared. */
  distances: Float64Array
  alive: Uint8Array
  sizes: Float64Array
  /** Of each place: the nearest one after it, and how far that is. Of several, the first. */
  nearest: Int32Array
  least: Float64Array
}

/**
 * Hierarchical clustering as R's `hclust` (ward: 'ward.D2'): the same merges, heights and order, and of equal
 * distances the same one first. `distances`: n × n, symmetric, not NaN; n from 2. It is left as it is.
 * Lists of nearest neighbours (Anderberg 1973, Murtagh 1985) and the update formulas of Lance and Williams (1967).
 */
export function hclust(distances: Float64Array, n: number, linkage: Linkage): Dendrogram {
  const work = begin(
    linkage === 'ward' ? distances.map((distance) => distance * distance) : distances.slice(),
    n,
  )
  const labels = Int32Array.from({ length: n }, (_, at) => -(at + 1))
  const tree: Dendrogram = { merge: [], height: [], order: [] }
  for (let step = 1; step < n; step += 1) {
    const [low, high, distance] = closest(work)
    tree.merge.push(inOrder(labels[low] ?? 0, labels[high] ?? 0))
    tree.height.push(linkage === 'ward' ? Math.sqrt(distance) : distance)
    labels[low] = step
    join(work, low, high, updates[linkage])
  }
  return { ...tree, order: leaves(tree.merge) }
}

function begin(distances: Float64Array, n: number): Work {
  const work = {
    n,
    distances,
    alive: new Uint8Array(n).fill(1),
    sizes: new Float64Array(n).fill(1),
    nearest: new Int32Array(n),
    least: new Float64Array(n),
  }
  for (let place = 0; place < n; place += 1) findNearest(work, place)
  return work
}

function findNearest({ n, distances, alive, nearest, least }: Work, place: number): void {
  let found = -1
  let distance = Number.POSITIVE_INFINITY
  for (let other = place + 1; other < n; other += 1) {
    const at = distances[place * n + other] ?? 0
    if (alive[other] === 1 && at < distance) {
      distance = at
      found = other
    }
  }
  nearest[place] = found
  least[place] = distance
}

function closest({ n, alive, nearest, least }: Work): [low: number, high: number, distance: number] {
  let low = -1
  let distance = Number.POSITIVE_INFINITY
  for (let place = 0; place < n; place += 1)
    if (alive[place] === 1 && (least[place] ?? 0) < distance) {
      distance = least[place] ?? 0
      low = place
    }
  return [low, nearest[low] ?? -1, distance]
}

/** Distance of a third cluster from two that are joined: from theirs to it, theirs to each other, and the sizes. */
type Update = (
  first: number,
  second: number,
  between: number,
  sizeFirst: number,
  sizeSecond: number,
  sizeThird: number,
) => number

const updates: Record<Linkage, Update> = {
  single: (first, second) => Math.min(first, second),
  complete: (first, second) => Math.max(first, second),
  average: (first, second, _, sizeFirst, sizeSecond) =>
    (sizeFirst * first + sizeSecond * second) / (sizeFirst + sizeSecond),
  ward: (first, second, between, sizeFirst, sizeSecond, sizeThird) =>
    ((sizeFirst + sizeThird) * first + (sizeSecond + sizeThird) * second - sizeThird * between) /
    (sizeFirst + sizeSecond + sizeThird),
}

/** Puts the cluster at `high` into that at `low`; low < high. */
function join(work: Work, low: number, high: number, update: Update): void {
  const { n, distances, alive, sizes, nearest, least } = work
  const [sizeLow, sizeHigh] = [sizes[low] ?? 0, sizes[high] ?? 0]
  const between = distances[low * n + high] ?? 0
  alive[high] = 0
  sizes[low] = sizeLow + sizeHigh
  for (let other = 0; other < n; other += 1) {
    if (alive[other] !== 1 || other === low) continue
    const fromLow = distances[low * n + other] ?? 0
    const fromHigh = distances[high * n + other] ?? 0
    const distance = update(fromLow, fromHigh, between, sizeLow, sizeHigh, sizes[other] ?? 0)
    distances[low * n + other] = distance
    distances[other * n + low] = distance
    // Only rounding makes it nearer than either was, and then R follows it too.
    if (other < low && distance < (least[other] ?? 0)) {
      least[other] = distance
      nearest[other] = low
    }
  }
  findNearest(work, low)
  for (let place = 0; place < high; place += 1)
    if (alive[place] === 1 && place !== low && (nearest[place] === low || nearest[place] === high))
      findNearest(work, place)
}

/** R's convention: an object (negative) comes before a cluster, and of two clusters the older comes first. */
const inOrder = (low: number, high: number): [number, number] =>
  (low > 0 && high < 0) || (low > 0 && high > 0 && low > high) ? [high, low] : [low, high]

/** Objects from left to right, from 0, as the tree is drawn without crossings. */
function leaves(merge: Dendrogram['merge']): number[] {
  const order: number[] = []
  const waiting = [merge.length]
  while (waiting.length > 0) {
    const next = waiting.pop() ?? 0
    const pair = merge[next - 1]
    if (next < 0) order.push(-next - 1)
    else if (pair) waiting.push(pair[1], pair[0])
  }
  return order
}
