import { createPageState, type PageState } from '../pageState.ts'

let current = createPageState()

/** The state of the page that a test shows; each test has its own. */
export const testPage: PageState = { get: (create) => current.get(create) }

export function resetTestPage(): void {
  current = createPageState()
}
