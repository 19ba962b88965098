import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { connect, exploreDemo, goTo } from '../support/models.ts'
import { writeCrashReport } from '../support/stateSetup.ts'
import { guide } from './guide.ts'
import { takeGuideShots } from './guideShots.ts'

const fillIn = async (page: Page, url: string, apiKey: string) => {
  await page.getByRole('button', { name: 'Connect to your service' }).click()
  await page.getByLabel('Service URL').fill(url)
  await page.getByRole('textbox', { name: 'API key' }).fill(apiKey)
}

/** Waits until the service has returned its first drugs. */
const listed = (page: Page) => expect(page.getByRole('option').first()).toBeVisible()

guide('the first start', async ({ page, takeShots: shoot, service }) => {
  await expect(page.getByRole('button', { name: 'Explore the demo study' })).toBeVisible()
  await shoot('welcome')
  await fillIn(page, service.url, 'sk-demo-0123456789abcdef')
  await shoot('connect')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot('connect-refused')
  // Uses a port on which nothing listens.
  await page.getByLabel('Service URL').fill('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('the connection failed')
  await shoot('connect-failed')
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByText('Sign in with the browser', { exact: true }).first().click()
  await page.getByLabel('Client ID').fill(service.clientId)
  await page.getByRole('button', { name: 'Sign in with the browser', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Open the sign-in page' })).toBeVisible()
  await shoot('connect-browser')
})

guide('a key that no keychain holds', async ({ start, service, browser }) => {
  const first = await start()
  await connect(first.page, service)
  await expect(first.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  const { page } = await start()
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
  await takeGuideShots(page, browser, 'signed-out')
})

guide.describe('the demo', () => {
  guide.use({ data: 'demo' })

  guide('where there is nothing yet', async ({ page, takeShots: shoot }) => {
    await exploreDemo(page)
    await goTo(page, 'Drugs')
    await listed(page)
    await shoot('drugs-start')
    for (const section of ['Home', 'Samples', 'Results', 'Screening'] as const) {
      await goTo(page, section)
      await shoot(
        `${{ Home: 'home', Samples: 'samples', Results: 'explore', Screening: 'screening' }[section]}-empty`,
      )
    }
    for (const [name, address] of [
      ['drugs-lists-empty', '/library/lists'],
      ['drugs-pathways-empty', '/library/pathways'],
      ['drugs-offline-empty', '/library/offline'],
      ['batches-empty', '/activity/batches'],
      ['explore-heatmap-empty', '/study/all/explore/heatmap'],
      ['not-found', '/nowhere'],
    ] as const) {
      await page.evaluate((to) => {
        location.hash = `#${to}`
      }, address)
      await shoot(name)
    }
  })

  guide.describe('a newcomer', () => {
    guide.use({ newcomer: true })

    guide('the tour', async ({ page, takeShots: shoot }) => {
      await exploreDemo(page)
      await page.getByRole('button', { name: 'Take the tour' }).waitFor()
      await shoot('tour-offer')
      await page.getByRole('button', { name: 'Take the tour' }).click()
      await shoot('tour')
    })
  })

  guide('a crash', async ({ start, browser }) => {
    const before = await start()
    await exploreDemo(before.page)
    await before.close()
    await writeCrashReport(before.dataFolder)
    const { page } = await start()
    const notice = page.getByRole('status').filter({ hasText: 'Pathclock stopped working' })
    await expect(notice).toBeVisible()
    await takeGuideShots(page, browser, 'crashed')
    await notice.getByRole('button', { name: 'Report a problem…' }).click()
    await expect(page.getByRole('textbox', { name: 'Text of crashes.txt' })).toHaveValue(/where: main/)
    await takeGuideShots(page, browser, 'report-a-problem')
  })
})
