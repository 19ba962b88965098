import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { goTo } from '../support/models.ts'
import { holdResponses } from '../support/stateSetup.ts'
import { guide } from './guide.ts'

guide.use({ data: 'analysed' })

const waitingScreens = [
  ['drugs', '/library/drugs?text=rapa'],
  ['samples', '/study/all/samples'],
  ['results', '/study/all/explore/table'],
  ['heatmap', '/study/all/explore/heatmap'],
  ['screening', '/activity/screenings'],
] as const

const openAddress = (page: Page, address: string) =>
  page.evaluate((to) => {
    location.hash = `#${to}`
  }, address)

guide('screens that wait, and that have failed', async ({ page, takeShots: shoot }) => {
  const release = await holdResponses(page)
  for (const [name, address] of waitingScreens) {
    await openAddress(page, address)
    await shoot(`waiting-${name}`)
  }
  release()
  for (const [name, address] of waitingScreens) {
    await openAddress(page, address)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await shoot(`failed-${name}`)
  }
})

guide('a screen that cannot be drawn', async ({ page, takeShots: shoot, faults }) => {
  await page.route(/ScreeningScreen.*\.js/, (route) => route.abort())
  await goTo(page, 'Screening')
  await expect(page.getByRole('button', { name: /again|reload/i }).first()).toBeVisible()
  await shoot('broken')
  // The failed loads were provoked.
  faults.length = 0
})
