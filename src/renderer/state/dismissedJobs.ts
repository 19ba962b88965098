import { create } from 'zustand'

type DismissedJobs = { jobIds: ReadonlySet<string>; dismiss(jobIds: readonly string[]): void }

/** Ended tasks that a person has put away; they are gone with the run of the app that they belong to. */
export const useDismissedJobs = create<DismissedJobs>()((set) => ({
  jobIds: new Set(),
  dismiss: (jobIds) => set((state) => ({ jobIds: new Set([...state.jobIds, ...jobIds]) })),
}))
