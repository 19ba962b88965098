import { expect, type Page } from '@playwright/test'
import { installFocusTools } from './focusTools.ts'

/**
 * Puts the focus on everything that Tab can reach, in the page or in the dialog on top of it, and finds that each stop is
 * seen: its mark comes with the focus and is at least 3:1 against what lies around it, and nothing covers it.
 */
export async function findFocusSeen(page: Page, minStops = 1): Promise<void> {
  // The browser marks a focus that a script has set only where a key was the last thing used.
  await page.keyboard.press('Shift')
  await page.evaluate(installFocusTools)
  const { stops, faults } = await page.evaluate(sweep)
  expect(faults).toEqual([])
  expect(stops).toBeGreaterThanOrEqual(minStops)
}

/** Runs in the page. */
function sweep(): { stops: number; faults: string[] } {
  const minContrast = 3
  const tools = window.focusTools
  if (!tools) throw new Error('The page lacks the tools.')
  const stops = tools.stops()
  const faults: string[] = []
  const first = document.activeElement
  for (const element of stops) {
    // Another one has the focus, or none.
    if (document.activeElement === element) element.blur()
    const unfocused = tools.styleOf(element)
    element.focus()
    if (document.activeElement !== element) {
      faults.push(`takes no focus: ${tools.describe(element)}`)
      continue
    }
    const ratio = tools.contrastGain(tools.styleOf(element), unfocused)
    if (ratio < minContrast) faults.push(`focus not seen (${ratio.toFixed(1)}:1): ${tools.describe(element)}`)
    if (tools.isCovered(element)) faults.push(`covered or out of sight: ${tools.describe(element)}`)
  }
  if (first instanceof HTMLElement) first.focus()
  return { stops: stops.length, faults }
}
