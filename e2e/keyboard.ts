import { expect, type Locator, type Page } from '@playwright/test'
import { installFocusTools } from './focusTools.ts'

/** What the page saw of a person who has a keyboard only. */
type Seen = { stops: number; faults: string[] }

declare global {
  interface Window {
    seenOfKeys?: Seen
  }
}

/** The keyboard alone, watched: where the focus is must be seen at every stop, and no pointer may have been used. */
export type Keyboard = {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab (or back with Shift+Tab) until `target` has the focus; fails where Tab leads nowhere. */
  tabTo(target: Locator, options?: { back?: boolean; most?: number }): Promise<void>
  /** Goes to a control by Tab and presses Enter on it. */
  activate(target: Locator, options?: { back?: boolean; most?: number }): Promise<void>
  seen(): Promise<Seen>
}

export async function useKeyboard(page: Page): Promise<Keyboard> {
  await page.evaluate(installFocusTools)
  await page.evaluate(watch)
  const press = (key: string) => page.keyboard.press(key)
  const tabTo: Keyboard['tabTo'] = async (target, { back = false, most = 60 } = {}) => {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    for (let step = 0; step < most; step += 1) {
      if (await isFocused(target)) return
      const before = await page.evaluateHandle(() => document.activeElement)
      await press(back ? 'Shift+Tab' : 'Tab')
      const moved = await before.evaluate((element) => element !== document.activeElement)
      expect(moved, `Tab leaves ${await tellFocus(page)}`).toBe(true)
      await before.dispose()
    }
    throw new Error(
      `Tab does not lead to ${String(target)} in ${most} steps; it is at ${await tellFocus(page)}.`,
    )
  }
  return {
    press,
    type: (text) => page.keyboard.type(text),
    tabTo,
    activate: async (target, options) => {
      await tabTo(target, options)
      await press('Enter')
    },
    seen: () =>
      page.evaluate(() => {
        if (!window.seenOfKeys) throw new Error('Nothing was watched.')
        return window.seenOfKeys
      }),
  }
}

/** One of those that the locator finds: the same word may name several controls. */
const isFocused = (target: Locator) =>
  target.evaluateAll((found) => found.some((element) => element === document.activeElement))

const tellFocus = (page: Page) =>
  page.evaluate(() => document.activeElement && window.focusTools?.tell(document.activeElement))

/** Runs in the page: each stop is looked at while it has the focus, and again when it has not. */
function watch(): void {
  const leastContrast = 3
  const seen: Seen = { stops: 0, faults: [] }
  window.seenOfKeys = seen
  for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
    window.addEventListener(type, () => seen.faults.push(`a pointer was used: ${type}`), { capture: true })
  let byTab = false
  window.addEventListener('keydown', ({ key }) => (byTab = key === 'Tab'), { capture: true })
  const tools = window.focusTools
  if (!tools) throw new Error('The page lacks the tools.')
  let last: { element: HTMLElement; look: ReturnType<typeof tools.lookOf> } | null = null
  document.addEventListener('focusin', ({ target }) => {
    const former = last
    last = null
    if (former?.element.isConnected && former.element !== target) {
      const ratio = tools.gained(former.look, tools.lookOf(former.element))
      if (ratio < leastContrast)
        seen.faults.push(`focus not seen (${ratio.toFixed(1)}:1): ${tools.tell(former.element)}`)
    }
    // Only stops that a person made: a script may put the focus on a whole region, which is no control.
    if (!byTab || !(target instanceof HTMLElement)) return
    seen.stops += 1
    last = { element: target, look: tools.lookOf(target) }
    if (tools.isCovered(target)) seen.faults.push(`covered or out of sight: ${tools.tell(target)}`)
  })
}
