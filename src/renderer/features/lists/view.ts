/** What the address of the lists holds: the list in front, or the drugs that stand side by side. */
export type ListsView = { set: string | undefined; compare: string[] }

export const mostCompared = 6

/** Reads an address, whatever someone wrote into it; a drug that is named twice stands there once. */
export function parseListsView(search: Record<string, unknown>): ListsView {
  const { set, compare } = search
  const ids = (Array.isArray(compare) ? compare : [compare]).map(toText)
  return { set: toText(set) || undefined, compare: [...new Set(ids.filter(Boolean))].slice(0, mostCompared) }
}

/** The search part of an address. Ids stand there as an array, since one may hold whatever would part them. */
export function toSearch({ set, compare }: Partial<ListsView>): Record<string, unknown> {
  return { ...(set === undefined ? {} : { set }), ...(compare?.length ? { compare } : {}) }
}

/** The router reads what looks like a number as one; ids are text all the same. */
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
