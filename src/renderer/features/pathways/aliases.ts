import type { Pathway } from '../../../shared/domain/pathway.ts'

/** What the address holds: a pathway by its key, or by any name it is written with. */
export type PathwaysView = { pathway: string | undefined; name: string | undefined }

/** Reads an address, whatever someone wrote into it; the router reads what looks like a number as one. */
export function parsePathwaysView(search: Record<string, unknown>): PathwaysView {
  const read = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
  }
  return { pathway: read('pathway'), name: read('name') }
}

/** The key that an address means; undefined where it names none, or a name that nothing kept here has. */
export function resolve({ pathway, name }: PathwaysView, all: readonly Pathway[]): string | undefined {
  if (pathway !== undefined || name === undefined) return pathway
  const loose = toLoose(name)
  const found =
    all.find(({ names }) => names.some((one) => one.name === name)) ??
    all.find(({ names }) => names.some((one) => toLoose(one.name) === loose))
  return found?.pathway
}

export type Field = 'title' | 'names' | 'drugs' | 'samples'
export type Sorting = { by: Field; order: 'asc' | 'desc' }

/** A click on a column: another column starts where it tells most, the same turns round. */
export function nextSorting(now: Sorting, by: Field): Sorting {
  const first = by === 'title' ? 'asc' : 'desc'
  const other = first === 'asc' ? 'desc' : 'asc'
  return { by, order: now.by === by && now.order === first ? other : first }
}

/** Those whose title or any name holds `text`, dashes and case aside, in order; ties by title. */
export function arrange(all: readonly Pathway[], text: string, { by, order }: Sorting): Pathway[] {
  const plain = text.trim().toLocaleLowerCase()
  const loose = toLoose(text)
  const holds = (name: string) =>
    name.toLocaleLowerCase().includes(plain) || (loose !== '' && toLoose(name).includes(loose))
  const found = all.filter(({ title, names }) => holds(title) || names.some(({ name }) => holds(name)))
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const sign = order === 'asc' ? 1 : -1
  const sizeOf = ({ names, drugs, samples }: Pathway) =>
    ({ title: 0, names: names.length, drugs, samples })[by]
  return found.toSorted((a, b) =>
    by === 'title'
      ? sign * compare(a.title, b.title)
      : sign * (sizeOf(a) - sizeOf(b)) || compare(a.title, b.title),
  )
}

/** As the alias table looks at names, roughly: letters and digits alone. */
const toLoose = (name: string): string =>
  name
    .normalize('NFKD')
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A person merged or parted a name of it, or chose a title that no name is. */
export const isChanged = ({ title, names }: Pathway): boolean =>
  names.some(({ how }) => how === 'person') || !names.some(({ name }) => name === title)
