import type { Input } from '../../../shared/contract/contract.ts'

export const pageSize = 200

export type SortField = NonNullable<Input<'samples.list'>['sort']>
export type Sorting = { sort: SortField; order: 'asc' | 'desc' }

/** A click on a column: another column starts upwards, the same turns round. */
export const nextSorting = (now: Sorting, sort: SortField): Sorting => ({
  sort,
  order: now.sort === sort && now.order === 'asc' ? 'desc' : 'asc',
})

/** Most requests that an analysis takes besides waiting for states: one a sample, two with the clock. */
export const analysisRequests = (samples: number, clock: boolean): number => samples * (clock ? 2 : 1)

/** The chosen samples after one was ticked or unticked. */
export function toggle(selected: readonly string[], id: string): string[] {
  return selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]
}

/** All of a page when any of it was not chosen, else none of it; what is chosen on other pages stays. */
export function togglePage(selected: readonly string[], page: readonly string[]): string[] {
  const others = selected.filter((id) => !page.includes(id))
  return page.every((id) => selected.includes(id)) ? others : [...others, ...page]
}

/** A size as a person reads it, in powers of 1024. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** JSON with line breaks where the text is JSON; anything else as it came. */
export function toReadable(text: string, contentType: string): string {
  if (!contentType.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
