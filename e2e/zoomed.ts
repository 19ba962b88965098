import { expect, type Page } from '@playwright/test'
import { findFocusSeen } from './sweep.ts'

/** A window of 1280 × 800 at 200%, and one of 1280 × 1024 at 400%. */
const zooms = { '200%': { width: 640, height: 400 }, '400%': { width: 320, height: 256 } }

/**
 * Finds that nothing is lost when the page is zoomed in: what can be used is still reached and seen, and only tables and
 * charts are moved sideways.
 */
export async function findNothingLost(page: Page, zoom: keyof typeof zooms): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(zooms[zoom])
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  expect(await page.evaluate(findSideways), `moved sideways at ${zoom}`).toEqual([])
  await findFocusSeen(page)
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: what has to be scrolled sideways though it is neither a table nor a chart. */
function findSideways(): string[] {
  const isWide = (element: Element) => element.scrollWidth > element.clientWidth + 1
  const tell = ({ tagName, className, scrollWidth, clientWidth }: Element) =>
    `${tagName.toLowerCase()} ${String(className).slice(0, 60)}: ${scrollWidth} in ${clientWidth}`
  const hasPlane = (element: Element) =>
    element.closest('[role="grid"], table, pre, figure, [role="application"]') !== null ||
    element.querySelector('table, [role="grid"], canvas, pre, textarea') !== null
  const scrollers = [...document.querySelectorAll('body *')].filter((element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX),
  )
  const root = document.scrollingElement
  return [...(root && isWide(root) ? [root] : []), ...scrollers.filter(isWide)]
    .filter((element) => element === root || !hasPlane(element))
    .map(tell)
}
