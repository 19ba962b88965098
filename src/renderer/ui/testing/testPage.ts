import { createPageState, type PageState } from '../pageState.ts'

let current = createPageState()

export const testPage: PageState = { get: (create) => current.get(create) }

export function resetTestPage(): void {
  current = createPageState()
}
