import { agnes } from 'ml-hclust'
import { describe, expect, test } from 'vitest'
import { type Dendrogram, distanceSchema, linkageSchema } from '../../../../shared/domain/results/cohort.ts'
import { agrees, type Fixture, matrixOf, readFixtures } from '../testing/fixtures.ts'
import { clusterRows, distancesOf, hclust } from './clustering.ts'
import { principalComponents } from './principalComponents.ts'

const fixtures = readFixtures()
const linkages = linkageSchema.options

type Tree = NonNullable<ReturnType<typeof treeOfR>>
const treeOfR = (
  fixture: Fixture,
  distance: 'euclidean' | 'correlation',
  linkage: (typeof linkages)[number],
) => fixture.trees[distance]?.[linkage]

/** Heights that are 0 in exact arithmetic contain the rounding errors of the distances. */
function isSameTree(ours: Dendrogram, theirs: Tree): boolean {
  const highest = theirs.height.at(-1) ?? 0
  return (
    ours.merge.flat().join() === theirs.merge.join() &&
    ours.order.join() === theirs.order.join() &&
    ours.height.every((height, step) => agrees(height, theirs.height[step] ?? Number.NaN, highest * 1e-3))
  )
}

type Cluster = typeof clusterRows
const otherwise = (distance: (typeof distanceSchema.options)[number], cluster: Cluster): string[] =>
  fixtures.flatMap((fixture, at) =>
    linkages.flatMap((linkage) => {
      const theirs = treeOfR(fixture, distance, linkage)
      if (!theirs) return []
      const { tree } = cluster(matrixOf(fixture), distance, linkage)
      return tree && isSameTree(tree, theirs) ? [] : [`${at} ${fixture.shape} ${linkage}`]
    }),
  )

describe("R's trees of 200 data sets", () => {
  test.each(distanceSchema.options)('have the same merges, heights and order by %s distance', (distance) => {
    expect(otherwise(distance, clusterRows)).toEqual([])
  })

  test('rows are left out where R has no distance', () => {
    const without = fixtures.filter((fixture) => fixture.trees.euclidean?.average === null)
    expect(without.length).toBeGreaterThan(2)
    for (const fixture of without)
      expect(clusterRows(matrixOf(fixture), 'euclidean', 'average').leftOut).not.toEqual([])
  })

  test('a mutant that takes the last of equal distances is caught', () => {
    const fromTheEnd: Cluster = (matrix, distance, linkage) => {
      const n = matrix.rows
      const { merge, height, order } = hclust(distancesOf(matrix, distance).reverse(), n, linkage)
      const turned = (label: number) => (label < 0 ? -(n + 1 + label) : label)
      const pairs = merge.map(([a, b]): [number, number] =>
        a < 0 && b < 0 ? [turned(b), turned(a)] : [turned(a), b < 0 ? turned(b) : b],
      )
      return {
        included: [],
        leftOut: [],
        tree: { merge: pairs, height, order: order.map((at) => n - 1 - at) },
      }
    }
    expect(otherwise('euclidean', fromTheEnd).length).toBeGreaterThan(20)
  })

  test("a mutant with Ward's older formula, of distances that are not squared, is caught", () => {
    const older: Cluster = (matrix, distance, linkage) => {
      const root = linkage === 'ward' ? Math.sqrt : (value: number) => value
      const tree = hclust(distancesOf(matrix, distance).map(root), matrix.rows, linkage)
      return {
        included: [],
        leftOut: [],
        tree: { ...tree, height: tree.height.map((height) => (linkage === 'ward' ? height ** 2 : height)) },
      }
    }
    expect(otherwise('correlation', older).length).toBeGreaterThan(20)
  })

  test('a mutant that does not scale up for missing values is caught', () => {
    const unscaled: Cluster = (matrix, distance, linkage) =>
      clusterRows(
        { ...matrix, values: matrix.values.map((value) => (Number.isNaN(value) ? 0 : value)) },
        distance,
        linkage,
      )
    expect(otherwise('euclidean', unscaled).length).toBeGreaterThan(20)
  })

  test.each(linkages)('heights by %s linkage are those of ml-hclust too', (linkage) => {
    const method = linkage === 'ward' ? 'ward2' : linkage
    const fixture = fixtures.find(
      ({ shape, rows, matrix }) => shape === 'skewed' && rows > 9 && !matrix.includes(null),
    )
    const matrix = matrixOf(fixture!)
    const distances = distancesOf(matrix, 'euclidean')
    const square = Array.from({ length: matrix.rows }, (_, row) => [
      ...distances.subarray(row * matrix.rows, (row + 1) * matrix.rows),
    ])
    const heights: number[] = []
    agnes(square, { method, isDistanceMatrix: true }).traverse(
      ({ isLeaf, height }) => !isLeaf && heights.push(height),
    )
    const ours = hclust(distances, matrix.rows, linkage).height
    expect(heights.toSorted((a, b) => a - b).every((height, step) => agrees(ours[step]!, height))).toBe(true)
  })
})

/**
 * Returns the data sets whose components differ from R's. Loadings are compared only if no two components are nearly
 * equal.
 */
const otherComponents = (components: typeof principalComponents): string[] =>
  fixtures.flatMap((fixture, at) =>
    [false, true].flatMap((scaled) => {
      const theirs = scaled ? fixture.scaledPca : fixture.pca
      if (!theirs) return []
      const ours = components(matrixOf(fixture), { scaled })
      return isSamePca(ours, theirs, fixture.columns)
        ? []
        : [`${at} ${fixture.shape} ${scaled ? 'scaled' : ''}`]
    }),
  )

function isSamePca(
  ours: ReturnType<typeof principalComponents>,
  theirs: NonNullable<Fixture['pca']>,
  columns: number,
): boolean {
  const first = theirs.sds[0] ?? 0
  const given = theirs.sds.filter((sd) => sd > 1e-9 * first)
  if (!ours) return !(first > 0)
  const { components, sds, loadings } = ours
  const apart = (at: number) =>
    [at - 1, at + 1].every(
      (other) => Math.abs((theirs.sds[other] ?? -1) - (theirs.sds[at] ?? 0)) > 1e-3 * first,
    )
  return (
    components === given.length &&
    given.every((sd, at) => agrees(sds[at] ?? Number.NaN, sd, first * 1e-3)) &&
    given.every((_, at) => {
      const own = Array.from({ length: columns }, (_, row) => loadings[row * components + at] ?? Number.NaN)
      const other = own.map((_, row) => theirs.loadings[row * theirs.sds.length + at] ?? Number.NaN)
      return !apart(at) || isSameUpToSign(own, other)
    })
  )
}

const isSameUpToSign = (own: number[], other: number[]): boolean =>
  [1, -1].some((sign) => own.every((value, row) => agrees(value, sign * other[row]!, 1)))

describe("R's principal components of 200 data sets", () => {
  test('have the same SDs and loadings to 1e-9', () => {
    expect(otherComponents(principalComponents)).toEqual([])
  })

  test('a mutant that divides by n is caught', () => {
    const byN: typeof principalComponents = (matrix, options) => {
      const found = principalComponents(matrix, options)
      return (
        found && { ...found, sds: found.sds.map((sd) => sd * Math.sqrt((matrix.rows - 1) / matrix.rows)) }
      )
    }
    expect(otherComponents(byN).length).toBeGreaterThan(100)
  })

  test('a mutant that does not scale is caught', () => {
    expect(
      otherComponents((matrix) => principalComponents(matrix, { scaled: false })).length,
    ).toBeGreaterThan(100)
  })
})
