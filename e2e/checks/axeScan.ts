import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.0, 2.1 and 2.2 at A and AA, and what is held to be good practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Finds none of the faults that axe seeks, on the page as it is or in a part of it. No frames have answers to be
 * gathered, nothing is made of what axe finds in order, and its half megabyte is handed to each page once.
 */
export async function findNoFaults(page: Page, within?: string): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
  axe.setLegacyMode().options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } })
  if (within) axe.include(within)
  // What is below the window within a body that hides what overflows is held to be hidden, and passed over.
  await page.evaluate(() => void (document.body.style.overflow = 'visible'))
  const { violations } = await axe.analyze()
  await page.evaluate(() => void (document.body.style.overflow = ''))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
