import type { Dendrogram } from '../shared/domain/cohort.ts'

/**
 * A step of a tree as it is drawn: two stems from their own heights up to `height`, joined by a bar. Positions count
 * leaves from 0; heights are shares of the greatest, 0 to 1.
 */
export type Branch = { from: number; to: number; fromHeight: number; toHeight: number; height: number }

type Joined = { at: number; height: number }

/** Places the steps of a tree over its leaves, which stand at 0, 1, 2, … in `order`. */
export function placeTree(tree: Dendrogram): Branch[] {
  const positions = new Map(tree.order.map((leaf, position) => [leaf, position]))
  const maxHeight = tree.height.reduce((max, height) => (height > max ? height : max), 0)
  const share = (height: number | undefined): number =>
    height !== undefined && height > 0 ? height / maxHeight : 0
  const joined: Joined[] = []
  const ends = (side: number): Joined =>
    side < 0 ? { at: positions.get(-side - 1) ?? 0, height: 0 } : (joined[side - 1] ?? { at: 0, height: 0 })
  return tree.merge.map(([left, right], step) => {
    const a = ends(left)
    const b = ends(right)
    const height = share(tree.height[step])
    joined.push({ at: (a.at + b.at) / 2, height })
    return { from: a.at, to: b.at, fromHeight: a.height, toHeight: b.height, height }
  })
}
