import type { Direction, DrugPathway } from '../../../../shared/domain/drugs/drug.ts'

/** How an association by name differs from those under the drug's id. */
type Difference = { kind: 'onlyHere' } | { kind: 'otherDirection'; listed: Direction[] }

export type Compared = {
  rows: (DrugPathway & { difference: Difference | null })[]
  /** Pathways under the drug's id that the name does not lead to. */
  missing: string[]
}

/** Two spellings with the same letters and digits are one pathway here, as in the table of names. */
const spelled = (pathway: string) =>
  pathway
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

export function compareLookup(looked: readonly DrugPathway[], listed: readonly DrugPathway[]): Compared {
  const listedAs = Map.groupBy(listed, ({ pathway }) => spelled(pathway))
  const names = new Set(looked.map(({ pathway }) => spelled(pathway)))
  return {
    rows: looked.map((one) => ({
      ...one,
      difference: differenceOf(one, listedAs.get(spelled(one.pathway)) ?? []),
    })),
    missing: [...listedAs].filter(([name]) => !names.has(name)).map(([, [first]]) => first?.pathway ?? ''),
  }
}

function differenceOf({ direction }: DrugPathway, same: readonly DrugPathway[]): Difference | null {
  if (same.length === 0) return { kind: 'onlyHere' }
  if (same.some((one) => one.direction === direction)) return null
  return { kind: 'otherDirection', listed: [...new Set(same.map((one) => one.direction))] }
}
