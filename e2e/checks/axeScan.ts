import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.0, 2.1 and 2.2 at levels A and AA, and best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Checks that axe finds no violations on the page or in a part of it. To save time, it combines no frames, reports no
 * passed rules and injects the script of 500 kB once per page.
 */
export async function findNoFaults(page: Page, within?: string): Promise<void> {
  // Earlier values are drawn pale until the new ones arrive.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 })
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
  axe.setLegacyMode().options({ resultTypes: ['violations'], runOnly: { type: 'tag', values: tags } })
  if (within) axe.include(within)
  // Axe treats overflow of the body as hidden and skips it, so it is made visible.
  await page.evaluate(() => void (document.body.style.overflow = 'visible'))
  const { violations } = await axe.analyze()
  await page.evaluate(() => void (document.body.style.overflow = ''))
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
