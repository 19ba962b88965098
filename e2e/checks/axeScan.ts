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
  await page.evaluate(() => {
    // Axe treats overflow of the body as hidden and skips it, so it is made visible.
    document.body.style.overflow = 'visible'
    // Axe finds controls that are half behind a sticky foot too small, although they can be scrolled into view.
    for (const element of document.querySelectorAll<HTMLElement>('[role="dialog"] *')) {
      const { position, bottom } = getComputedStyle(element)
      if (position === 'sticky' && bottom === '0px') {
        element.style.position = 'static'
        element.dataset['unstuck'] = ''
      }
    }
  })
  const { violations } = await axe.analyze()
  await page.evaluate(() => {
    document.body.style.overflow = ''
    for (const element of document.querySelectorAll<HTMLElement>('[data-unstuck]')) {
      element.style.position = ''
      delete element.dataset['unstuck']
    }
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
