import type { Counts, Slice } from './members.ts'
import type { OfflineSyncStore } from './offlineSyncStore.ts'
import type { Requirements } from './requirements.ts'

export const noCounts: Counts = { members: 0, listed: 0, detailed: 0, oldestFetchedAt: null }

/** The counts of all members of a plan, slice by slice. */
export async function countAll(
  syncStore: Pick<OfflineSyncStore, 'counts'>,
  planId: string,
  requirements: Requirements,
): Promise<Counts> {
  let all = noCounts
  for (let after: string | null = ''; after !== null; ) {
    const slice: Slice<Counts> = await syncStore.counts(planId, requirements, after)
    all = sumOf(all, slice.found)
    after = slice.after
  }
  return all
}

const sumOf = (a: Counts, b: Counts): Counts => ({
  members: a.members + b.members,
  listed: a.listed + b.listed,
  detailed: a.detailed + b.detailed,
  oldestFetchedAt:
    [a.oldestFetchedAt, b.oldestFetchedAt].filter((time) => time !== null).toSorted()[0] ?? null,
})
