import type { Direction, DrugDetail, DrugMark } from '../../../shared/domain/drugs/drug.ts'
import type { Pathway } from '../../../shared/domain/drugs/pathway.ts'

/** A drug to compare: as it is cached, or null where it is not; its marks as far as they are known. */
export type Compared = { drugId: string; name: string; drug: DrugDetail | null; mark: DrugMark | undefined }

/** `associations`: none where the service names none; null where the drug's pathways were never fetched. */
export type PathwayRow = {
  pathway: string
  title: string
  /** One drug inhibits what another activates. */
  opposite: boolean
  cells: (Association[] | null)[]
}
/** `written`: as the service writes it, where that differs from the row's title. */
type Association = { direction: Direction; evidence: string | null; written: string | null }

/** Every pathway that any of the drugs acts on, those of most drugs first; names that mean one pathway are one row. */
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

/** Between drugs: what a service says twice of one drug is no difference between two. */
function isOpposite({ cells }: PathwayRow): boolean {
  const columns = (direction: Direction) =>
    cells.flatMap((cell, column) => (cell?.some((one) => one.direction === direction) ? [column] : []))
  const activating = columns('activates')
  return columns('inhibits').some((column) => activating.some((other) => other !== column))
}

/** Fields that the service gives beyond those it documents, under its own names, in the order they first come. */
export function otherFieldNames(drugs: readonly Compared[]): string[] {
  return [...new Set(drugs.flatMap(({ drug }) => drug?.otherFields.map(({ name }) => name) ?? []))]
}

/** A value of any shape on one line. */
export const toLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
