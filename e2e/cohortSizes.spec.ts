import type { Locator, Page } from '@playwright/test'
import { watchThread } from './checks/watchThread.ts'
import { expect, isFull, partOfFull, findNoFaults as scan, test } from './support/fixtures.ts'
import { exploreDemo, goTo, openSample, view } from './support/models.ts'
import { seedSamples } from './support/seed.ts'

type View = Parameters<typeof view>[1]
/** The views with the elements expected in each. */
type ExpectedViews = [View, ...((page: Page) => Locator)[]][]

const text = (words: string | RegExp) => (page: Page) => page.getByText(words)
const picture = (name: RegExp) => (page: Page) => page.getByRole('img', { name })
const grid = (page: Page) => page.getByRole('grid', { name: 'Results' })

/** The longest response time that users perceive as instant. */
const maxTaskMs = 100
/** Ten thousand samples take long on two shared cores. */
const slowTimeout = { timeout: 60_000 }

async function checkViews(page: Page, views: ExpectedViews): Promise<void> {
  for (const [name, ...locators] of views)
    await test.step(name, async () => {
      await view(page, name)
      for (const one of locators) await expect(one(page)).toBeVisible(slowTimeout)
      await scan(page)
    })
}

/** Returns the samples offered for a screening whose name contains `part`. */
async function screenable(page: Page, part: string): Promise<Locator> {
  await goTo(page, 'Screening')
  await page.getByRole('button', { name: 'New screening…' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await scan(page)
  await page.getByRole('dialog').getByRole('combobox', { name: 'Sample' }).fill(part)
  return page.getByRole('option')
}

// The pages are the same on every host, so one host is enough.
test.beforeEach(({ host }) => test.skip(host !== 'loopback', 'the same pages as on the loopback host'))
test.skip(!isFull, partOfFull)
test.setTimeout(240_000)
// Other work on the computer makes a task longer, never shorter, so the best of three runs counts.
test.describe.configure({ retries: 2 })

test.use({ data: 'demo' })

test('without samples each view explains what it will show, and leads to the first sample', async ({
  page,
}) => {
  await exploreDemo(page)
  await goTo(page, 'Results')
  await expect(page.getByText('No results yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import samples…' })).toBeVisible()
  await scan(page)
  await checkViews(page, [
    ['Heatmap', text(/you see all of them here as colors/)],
    ['Groups', text(/the values of one pathway by group/)],
    ['PCA', text(/in which directions they differ most/)],
    ['Clock', text(/the predicted age against the chronological one/)],
    ['Compare', text(/which pathways differ between groups/)],
  ])
  await page.getByRole('button', { name: 'Go to the results' }).click()
  await expect(page.getByRole('button', { name: 'Import samples…' })).toBeVisible()
  await goTo(page, 'Screening')
  await expect(page.getByText(/You need a sample first/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'New screening…' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Import samples…' })).toBeVisible()
  await scan(page)
})

test('with one sample each view shows what it can, and explains what is missing', async ({ start }) => {
  const before = await start()
  await exploreDemo(before.page)
  await before.close()
  await seedSamples(before.dataFolder, 1)
  const { page } = await start()
  await goTo(page, 'Results')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2')
  await scan(page)
  await checkViews(page, [
    ['Heatmap', text('There are too few samples to cluster.')],
    ['Groups', text('Below 5 values: points and median only.')],
    ['PCA', text(/^At least three samples .* are needed/)],
    ['Clock', picture(/no line and no r: fewer than three points/i)],
    ['Compare', text('No field of these samples has two values.')],
  ])
  await openSample(page, 'BIG-00001')
  await expect(page.getByRole('img', { name: /Pathways of BIG-00001 ranked by Activity/ })).toBeVisible()
  await expect(page.getByText(/There is one answer of each kind/)).toBeVisible()
  await scan(page)
  await expect(await screenable(page, 'BIG')).toHaveText([/BIG-00001/])
})

test('10,000 samples of 50 pathways can be drawn, scrolled, sorted and searched', async ({ start }) => {
  const before = await start()
  await exploreDemo(before.page)
  await before.close()
  await seedSamples(before.dataFolder, 10_000)
  const { page } = await start()

  await test.step('the table responds while it is opened and scrolled', async () => {
    // A search by role and name would visit every cell, in the thread that is being measured.
    const cell = (words: string) =>
      page.locator('[role=grid]').locator('[role=gridcell]', { hasText: words }).first()
    const head = (pathway: string) =>
      page.locator('[role=grid]').locator('[role=columnheader]', { hasText: pathway })
    await expect(page.getByRole('contentinfo')).toContainText('Synthetic demo data')
    const watch = await watchThread(page)
    await goTo(page, 'Results')
    await expect(page.locator('[role=grid]')).toHaveAttribute('aria-rowcount', '10001', slowTimeout)
    await expect(cell('treated')).toBeVisible(slowTimeout)
    await page.locator('[role=grid]').hover()
    for (let turns = 0; turns < 20; turns += 1) await page.mouse.wheel(0, 700)
    for (let turns = 0; turns < 10; turns += 1) await page.mouse.wheel(400, 0)
    await page.locator('[role=grid]').focus()
    await page.keyboard.press('ControlOrMeta+End')
    await expect(head('Pathway 50')).toBeVisible()
    await expect(cell('BIG-10000')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Home')
    await head('Pathway 01').locator('button').first().click()
    await expect(head('Pathway 01')).toHaveAttribute('aria-sort', /./)
    const tasks = await watch.end()
    console.log(
      `10,000 samples: the longest of ${tasks.count} tasks of the window took ${tasks.longestMs} ms`,
    )
    expect(tasks.count).toBeGreaterThan(300)
    expect(tasks.longestMs, `after ${tasks.atS} s`).toBeLessThan(maxTaskMs)
    await scan(page)
  })

  await checkViews(page, [
    [
      'Heatmap',
      text(/^Samples are by group: at most [\d,]+ can be clustered/),
      picture(/Heatmap of 50 pathways × 10,000 samples/),
    ],
    ['Groups', text(/^Of groups of 30 and more only values beyond the whiskers are points/)],
    [
      'PCA',
      text('1,000 samples left out, as each lacks one of the other pathways.'),
      picture(/Principal components of 9,000 samples/),
    ],
    ['Clock', picture(/10,000 samples: n = 10,000/)],
    ['Compare', text(/^treated( \(5,000\))? − control/)],
  ])
  await test.step('opens one of them, and finds it for a screening', async () => {
    await view(page, 'Table')
    await grid(page).focus()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.getByRole('gridcell', { name: /^BIG-/ }).first().click()
    await expect(page.getByRole('img', { name: /ranked by Activity/ })).toBeVisible(slowTimeout)
    await scan(page)
    await expect(await screenable(page, 'BIG-0999')).toHaveCount(10)
  })
})
