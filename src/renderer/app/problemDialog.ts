import { lazy } from 'react'

/** Loaded when a problem is to be reported. */
export const ProblemDialog = lazy(async () => ({
  default: (await import('../features/help/ProblemDialog.tsx')).ProblemDialog,
}))
