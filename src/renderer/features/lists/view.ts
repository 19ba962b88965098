/** What the address of the lists holds: the list in front, or the drugs that stand side by side. */
export type ListsView = { set: string | undefined; compare: string[] }

export const mostCompared = 6

/** Reads an address, whatever someone wrote into it; a drug that is named twice stands there once. */
export function parseListsView(search: Record<string, unknown>): ListsView {
  const { set, compare } = search
  const ids = Array.isArray(compare) ? compare.map(toText) : toText(compare).split(',')
  return { set: toText(set) || undefined, compare: [...new Set(ids.filter(Boolean))].slice(0, mostCompared) }
}

/** The search part of an address; an id that holds a comma itself needs the longer form. */
export function toSearch({ set, compare }: Partial<ListsView>): Record<string, unknown> {
  const ids = compare ?? []
  return {
    ...(set === undefined ? {} : { set }),
    ...(ids.length === 0 ? {} : { compare: ids.some((id) => id.includes(',')) ? ids : ids.join(',') }),
  }
}

/** The router reads what looks like a number as one; ids are text all the same. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
