import { expect, type Page } from '@playwright/test'
import { installFocusTools } from './focusTools.ts'

/**
 * Focuses everything that Tab can reach, in the page or in its top dialog, and checks that each stop is visible: its
 * focus mark has a contrast of at least 3:1 with its surroundings, and nothing covers it.
 */
export async function findFocusSeen(page: Page, minStops = 1): Promise<void> {
  // The browser marks a focus set by a script only if the last input was a key.
  await page.keyboard.press('Shift')
  await page.evaluate(installFocusTools)
  // On a busy computer, a dialog may still grow while its preview loads.
  await expect(async () => {
    const { stops, faults } = await page.evaluate(sweep)
    expect(faults).toEqual([])
    expect(stops).toBeGreaterThanOrEqual(minStops)
  }).toPass({ timeout: 10_000 })
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
    // Compares with the look without the focus.
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
