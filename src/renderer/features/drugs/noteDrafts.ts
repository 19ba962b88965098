import { create } from 'zustand'

type Drafts = {
  /** By profile and drug: what was typed and is not known to be saved. */
  drafts: Readonly<Record<string, string>>
  write(key: string, text: string): void
  /** Forgets a draft, unless more has been typed since. */
  forget(key: string, text: string): void
}

/** Notes on their way to be saved. They outlive the page they were typed on, and stay where saving failed. */
export const useNoteDrafts = create<Drafts>()((set) => ({
  drafts: {},
  write: (key, text) => set(({ drafts }) => ({ drafts: { ...drafts, [key]: text } })),
  forget: (key, text) =>
    set(({ drafts }) => {
      const { [key]: draft, ...others } = drafts
      return draft === text ? { drafts: others } : {}
    }),
}))
