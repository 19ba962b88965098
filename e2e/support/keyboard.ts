import { expect, type Locator, type Page } from '@playwright/test'
import { installFocusTools } from '../checks/focusTools.ts'

/** The stops and faults of a session that uses only the keyboard. */
type FocusLog = { stops: number; faults: string[] }

declare global {
  interface Window {
    focusLog?: FocusLog
  }
}

/** Uses only the keyboard and checks that the focus is visible at every stop and that no pointer is used. */
export type Keyboard = {
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab (or Shift+Tab) until `target` has the focus; fails if it is not reached. */
  tabTo(target: Locator, options?: { back?: boolean; maxSteps?: number }): Promise<void>
  /** Moves to a control by Tab and presses Enter. */
  activate(target: Locator, options?: { back?: boolean; maxSteps?: number }): Promise<void>
  readLog(): Promise<FocusLog>
}

export async function useKeyboard(page: Page): Promise<Keyboard> {
  await page.evaluate(installFocusTools)
  await page.evaluate(watch)
  const press = (key: string) => page.keyboard.press(key)
  const tabTo: Keyboard['tabTo'] = async (target, { back = false, maxSteps = 60 } = {}) => {
    await expect(target).toBeVisible()
    await expect(target).toBeEnabled()
    for (let step = 0; step < maxSteps; step += 1) {
      if (await isFocused(target)) return
      const before = await page.evaluateHandle(() => document.activeElement)
      await press(back ? 'Shift+Tab' : 'Tab')
      const moved = await before.evaluate((element) => element !== document.activeElement)
      expect(moved, `Tab leaves ${await describeFocus(page)}`).toBe(true)
      await before.dispose()
    }
    throw new Error(
      `Tab does not lead to ${String(target)} in ${maxSteps} steps; it is at ${await describeFocus(page)}.`,
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
    readLog: () =>
      page.evaluate(() => {
        if (!window.focusLog) throw new Error('Nothing was watched.')
        return window.focusLog
      }),
  }
}

/** True if one of the found controls has the focus: the same name may match several. */
const isFocused = (target: Locator) =>
  target.evaluateAll((found) => found.some((element) => element === document.activeElement))

const describeFocus = (page: Page) =>
  page.evaluate(() => document.activeElement && window.focusTools?.describe(document.activeElement))

/** Runs in the page. Checks each stop while it has the focus, and again after it has lost it. */
function watch(): void {
  const minContrast = 3
  const log: FocusLog = { stops: 0, faults: [] }
  window.focusLog = log
  for (const type of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'touchstart', 'wheel'])
    window.addEventListener(type, () => log.faults.push(`a pointer was used: ${type}`), { capture: true })
  let byTab = false
  window.addEventListener('keydown', ({ key }) => (byTab = key === 'Tab'), { capture: true })
  const tools = window.focusTools
  if (!tools) throw new Error('The page lacks the tools.')
  let last: { element: HTMLElement; style: ReturnType<typeof tools.styleOf> } | null = null
  document.addEventListener('focusin', ({ target }) => {
    const previous = last
    last = null
    if (previous?.element.isConnected && previous.element !== target) {
      const ratio = tools.contrastGain(previous.style, tools.styleOf(previous.element))
      if (ratio < minContrast)
        log.faults.push(`focus not seen (${ratio.toFixed(1)}:1): ${tools.describe(previous.element)}`)
    }
    // Counts only stops reached by Tab: a script may focus a whole region, which is not a control.
    if (!byTab || !(target instanceof HTMLElement)) return
    log.stops += 1
    last = { element: target, style: tools.styleOf(target) }
    if (tools.isCovered(target)) log.faults.push(`covered or out of sight: ${tools.describe(target)}`)
  })
}
