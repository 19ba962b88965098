import { create } from 'zustand'
import type { Touched } from './conventionDraft.ts'

type Drafts = {
  /** By profile: what was set in the form and is not saved. */
  drafts: Readonly<Record<string, Touched>>
  /** null: nothing is unsaved. */
  write(profileId: string, draft: Touched | null): void
}

/** Conventions that wait for Save. They outlive the part of the settings that they were typed in. */
const useDrafts = create<Drafts>()((set) => ({
  drafts: {},
  write: (profileId, draft) =>
    set(({ drafts: { [profileId]: _former, ...others } }) => ({
      drafts: draft ? { ...others, [profileId]: draft } : others,
    })),
}))

/** What is unsaved of one profile, and the way to write it. */
export function useConventionDraft(
  profileId: string,
): [draft: Touched | null, write: (draft: Touched | null) => void] {
  const draft = useDrafts(({ drafts }) => drafts[profileId] ?? null)
  const write = useDrafts((state) => state.write)
  return [draft, (next) => write(profileId, next)]
}
