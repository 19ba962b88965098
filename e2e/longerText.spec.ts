import type { Page } from '@playwright/test'
import { findTextFaults } from './checks/textFaults.ts'
import { setAppearance } from './support/appearance.ts'
import { expect, isFull, partOfFull, samePages, test } from './support/fixtures.ts'
import { lengthenTexts, toLonger } from './support/lengthenTexts.ts'

test.use({ viewport: { width: 1280, height: 800 }, data: 'analysed' })
test.skip(({ host }) => host !== 'loopback', samePages)
test.skip(!isFull, partOfFull)

const settings = ['account', 'appearance', 'data', 'advanced']
/** Every address of the app, because button names belong to no language here. */
const addresses = [
  '/library/drugs',
  '/library/lists',
  '/library/pathways',
  '/library/offline',
  '/study/all',
  '/study/all/samples',
  '/activity/batches',
  '/import',
  ...['heatmap', 'groups', 'pca', 'clock', 'table'].map((view) => `/study/all/explore/${view}`),
  '/study/all/compare',
  '/activity/screenings',
  ...settings.map((tab) => `/settings?tab=${tab}`),
  '/connect',
  '/nowhere',
]

test('fits words that are 40% longer on every screen, in a language that is changed live', async ({
  page,
}) => {
  await lengthenTexts(page)
  await setAppearance(page, { theme: 'light', language: 'zh-CN' })
  await expect(page.getByRole('link', { name: toLonger('Library') })).toBeVisible()
  const faults: string[] = []
  for (const address of addresses) {
    await page.evaluate((hash) => {
      window.location.hash = hash
    }, address)
    await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
    await settled(page)
    for (const fault of await findTextFaults(page)) faults.push(`${address}: ${fault}`)
    const isCut = await page.locator('h1').first().evaluate(isCutInPage)
    if (isCut) faults.push(`${address}: the name of the place is cut, though the search could give way`)
  }
  expect(faults).toEqual([])
})

/** Runs in the page. */
const isCutInPage = ({ scrollWidth, clientWidth }: HTMLElement): boolean => scrollWidth > clientWidth

/** Waits until the page has not changed for a while. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const quietMs = 250
        const watch = new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(end, quietMs)
        })
        const end = () => {
          watch.disconnect()
          done()
        }
        let quiet = setTimeout(end, quietMs)
        watch.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
}

test('detects a cut text, overlapping texts and a page that is too wide', async ({ app }) => {
  const { page } = app
  await page.evaluate(() => {
    const container = document.createElement('div')
    container.innerHTML = `<p class="cut">[a text that is longer than its place]</p>
      <b class="one">[one upon]</b><b class="other">[the other]</b><i class="wide">wide</i>`
    document.body.append(container)
    const setStyle = (name: string, style: Record<string, string>) =>
      Object.assign((container.querySelector(`.${name}`) as HTMLElement).style, {
        position: 'fixed',
        zIndex: '9999',
        ...style,
      })
    setStyle('cut', { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap', left: '300px', top: '300px' })
    setStyle('one', { left: '500px', top: '500px', fontSize: '30px' })
    setStyle('other', { left: '560px', top: '510px', fontSize: '30px' })
    setStyle('wide', { position: 'absolute', left: '2000px', top: '0' })
    document.documentElement.style.overflow = 'auto'
    document.body.style.overflow = 'visible'
  })
  const found = (await findTextFaults(page)).join('\n')
  for (const fault of ['too wide', 'cut by', 'overlap: “[one upon]” and “[the other]”'])
    expect(found).toContain(fault)
})
