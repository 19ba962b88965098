import { createPageState, type PageState } from '../pageState.ts'

let current = createPageState()

/** The page state of the current test. */
export const testPage: PageState = { get: (create) => current.get(create) }

export function resetTestPage(): void {
  current = createPageState()
}
