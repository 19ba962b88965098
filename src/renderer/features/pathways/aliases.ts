import { normalizePathwayName, type Pathway } from '../../../shared/domain/drugs/pathway.ts'
import type { SearchParams } from '../../state/searchParams.ts'
import type { Sort } from '../../ui/table/columns/columnLayout.ts'
import { sortRows } from '../../ui/table/sortRows.ts'

/**
 * The key that an address means, which says a pathway by its key or by any name it is written with; undefined where it
 * names none, or a name that nothing cached here has.
 */
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

/** Those whose title or any name holds `text`, dashes and case aside, in order; ties by title. */
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

/** For a filter that is typed: letters and digits alone. */
const toLoose = (name: string): string => normalizePathwayName(name).replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * Taking back all changes to `into` undoes a merge of `from` exactly: no other change would be taken back with it, such as
 * that of a name which was parted from it before.
 */
export function isFirstChange(from: Pathway, into: Pathway, all: readonly Pathway[]): boolean {
  const spelled = new Set(into.names.map(({ name }) => normalizePathwayName(name)))
  const parted = all.some(({ names }) =>
    names.some(({ name, how }) => how === 'person' && spelled.has(normalizePathwayName(name))),
  )
  return !isChanged(from) && !isChanged(into) && !parted
}

/** A person merged or parted a name of it, or chose a title that no name is. */
export const isChanged = ({ title, names }: Pathway): boolean =>
  names.some(({ how }) => how === 'person') || !names.some(({ name }) => name === title)
