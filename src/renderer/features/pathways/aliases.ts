import { normalizePathwayName, type Pathway } from '../../../shared/domain/drugs/pathway.ts'
import type { SearchParams } from '../../state/searchParams.ts'
import type { Sort } from '../../ui/table/columns/columnLayout.ts'
import { sortRows } from '../../ui/table/sortRows.ts'

/** Returns the key of the pathway in the address, which holds a key or any of its names. */
export function resolve(
  { pathway, name }: SearchParams<'/library/pathways'>,
  all: readonly Pathway[],
): string | undefined {
  if (pathway !== undefined || name === undefined) return pathway
  const normalized = normalizePathwayName(name)
  const found =
    all.find(({ names }) => names.some((one) => one.name === name)) ??
    all.find(({ names }) => names.some((one) => normalizePathwayName(one.name) === normalized))
  return found?.pathway
}

export type Field = 'title' | 'names' | 'drugs' | 'samples'

export const firstSort: Sort = [{ column: 'title', order: 'asc' }]

/** Returns the pathways whose title or names contain `text`, ignoring dashes and case. Ties are sorted by title. */
export function arrange(all: readonly Pathway[], text: string, sort: Sort): Pathway[] {
  const plain = text.trim().toLocaleLowerCase()
  const loose = toLoose(text)
  const holds = (name: string) =>
    name.toLocaleLowerCase().includes(plain) || (loose !== '' && toLoose(name).includes(loose))
  const found = all.filter(({ title, names }) => holds(title) || names.some(({ name }) => holds(name)))
  return sortRows(found, [...sort, ...firstSort], (row, column) => keyOf(row)[column as Field] ?? null)
}

const keyOf = ({ title, names, drugs, samples }: Pathway): Record<Field, string | number> => ({
  title,
  names: names.length,
  drugs,
  samples,
})

/** Reduces a name to letters and digits for the filter. */
const toLoose = (name: string): string => normalizePathwayName(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Returns true if resetting `into` undoes a merge of `from` exactly. It does not if the user has made other changes
 * before, such as splitting off a name, which the reset would revert too.
 */
export function isFirstChange(from: Pathway, into: Pathway, all: readonly Pathway[]): boolean {
  const spelled = new Set(into.names.map(({ name }) => normalizePathwayName(name)))
  const parted = all.some(({ names }) =>
    names.some(({ name, how }) => how === 'person' && spelled.has(normalizePathwayName(name))),
  )
  return !isChanged(from) && !isChanged(into) && !parted
}

/** Returns true if the user merged or split off a name, or chose a title that is not a name. */
export const isChanged = ({ title, names }: Pathway): boolean =>
  names.some(({ how }) => how === 'person') || !names.some(({ name }) => name === title)
