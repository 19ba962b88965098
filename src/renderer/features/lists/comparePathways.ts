import type { Direction, DrugDetail, DrugMark } from '../../../shared/domain/drugs/drug.ts'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'

/** A drug to compare: its cached data, or null; its marks once they are loaded. */
export type Compared = { drugId: string; name: string; drug: DrugDetail | null; mark: DrugMark | undefined }

/**
 * One row of the comparison. A cell is empty if the service lists no effect on the pathway, and null if the drug's
 * pathways were never fetched.
 */
export type PathwayRow = {
  pathway: string
  title: string
  /** True if one drug inhibits the pathway and another activates it. */
  opposite: boolean
  cells: (Association[] | null)[]
}
/** `written`: the service's spelling, if it differs from the row's title. */
type Association = { direction: Direction; evidence: string | null; written: string | null }

/** Returns every pathway that any of the drugs acts on, those of most drugs first, by their merged names. */
export function comparePathways(drugs: readonly Compared[], aliases: readonly Pathway[]): PathwayRow[] {
  const known = new Map(aliases.flatMap((one) => one.names.map(({ name }) => [name, one] as const)))
  const rows = new Map<string, PathwayRow>()
  for (const [column, { drug }] of drugs.entries())
    for (const { pathway: name, direction, evidence } of drug?.pathways ?? []) {
      const alias = known.get(name)
      const row = rows.get(alias?.pathway ?? name) ?? {
        pathway: alias?.pathway ?? name,
        title: alias?.title ?? name,
        opposite: false,
        cells: drugs.map((one) => (one.drug?.pathways ? [] : null)),
      }
      row.cells[column]?.push({ direction, evidence, written: name === row.title ? null : name })
      rows.set(row.pathway, row)
    }
  for (const row of rows.values()) row.opposite = isOpposite(row)
  return [...rows.values()].toSorted(
    (a, b) => sharedBy(b) - sharedBy(a) || a.title.localeCompare(b.title, undefined, { numeric: true }),
  )
}

const sharedBy = ({ cells }: PathwayRow): number =>
  cells.filter((cell) => cell !== null && cell.length > 0).length

/** Returns true if two different drugs have opposite directions. Contradictory entries of one drug do not count. */
function isOpposite({ cells }: PathwayRow): boolean {
  const columns = (direction: Direction) =>
    cells.flatMap((cell, column) => (cell?.some((one) => one.direction === direction) ? [column] : []))
  const activating = columns('activates')
  return columns('inhibits').some((column) => activating.some((other) => other !== column))
}

/** Returns the names of undocumented fields of the service, in order of first occurrence. */
export function otherFieldNames(drugs: readonly Compared[]): string[] {
  return [...new Set(drugs.flatMap(({ drug }) => drug?.otherFields.map(({ name }) => name) ?? []))]
}

export const toLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
