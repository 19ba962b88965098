import { expect, type Page } from '@playwright/test'
import { findFocusSeen } from './focusSweep.ts'

/** Windows of 1280 × 800 at 200% and of 1280 × 1024 at 400%. */
const zooms = { '200%': { width: 640, height: 400 }, '400%': { width: 320, height: 256 } }

/**
 * Checks that nothing is lost when the page is zoomed in: all controls stay reachable and visible, and only tables and
 * charts scroll sideways.
 */
export async function findNothingLost(page: Page, zoom: keyof typeof zooms): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(zooms[zoom])
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
  expect(await page.evaluate(findSideways), `moved sideways at ${zoom}`).toEqual([])
  await findFocusSeen(page)
  if (before) await page.setViewportSize(before)
}

/** Runs in the page. Returns elements that scroll sideways but are neither a table nor a chart. */
function findSideways(): string[] {
  const scrollableSelector = '[role="grid"], table, pre, figure, canvas, [role="application"], textarea'
  const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  const scrollerOf = (element: Element): Element | null => {
    const { parentElement } = element
    return !parentElement || scrolls(parentElement) ? parentElement : scrollerOf(parentElement)
  }
  const root = document.documentElement
  return [root, ...document.querySelectorAll('body *')]
    .filter(
      (element) => (element === root || scrolls(element)) && element.scrollWidth > element.clientWidth + 1,
    )
    .flatMap((scroller) => {
      const edge = scroller.getBoundingClientRect().left + scroller.clientWidth + 1
      const outside = [...scroller.querySelectorAll('*')].filter(
        (element) =>
          element.checkVisibility() &&
          element.getBoundingClientRect().right > edge &&
          !element.closest(scrollableSelector) &&
          !element.querySelector(scrollableSelector) &&
          (scrollerOf(element) ?? root) === scroller,
      )
      const [first] = outside
      return first
        ? [`${first.tagName} ${String(first.className).slice(0, 60)} in ${scroller.className}`]
        : []
    })
}
