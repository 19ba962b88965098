import { expect } from '../support/fixtures.ts'
import {
  drugView,
  goTo,
  hit,
  makeAllAvailableOffline,
  openDrug,
  searchDrugs,
  turnOfflineSwitch,
} from '../support/models.ts'
import { guide } from './guide.ts'

guide.use({ data: 'analysed' })

guide('drugs', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Drugs')
  await drugView(page, 'Offline')
  await makeAllAvailableOffline(page)
  await expect(page.getByText('Complete')).toBeVisible({ timeout: 60_000 })
  await shoot('drugs-offline')
  await goTo(page, 'Drugs')
  for (const name of ['Metformin', 'Sirolimus']) {
    await searchDrugs(page, name)
    await openDrug(page, new RegExp(name))
    await page.getByRole('button', { name: 'Favorite' }).click()
  }
  await searchDrugs(page, 'rapa')
  await expect(hit(page, /Sirolimus/)).toBeVisible()
  await shoot('drugs')
  await page.getByRole('article').evaluate((article) => {
    const scroller = [article, ...article.querySelectorAll('*')].find(
      (one) => one.scrollHeight > one.clientHeight + 40 && getComputedStyle(one).overflowY !== 'visible',
    )
    scroller?.scrollTo(0, scroller.scrollHeight)
  })
  await shoot('drugs-page')
  await searchDrugs(page, 'kinase')
  await expect(hit(page, /./).first()).toBeVisible()
  await shoot('drugs-found')
  await searchDrugs(page, 'xyzzy')
  await expect(hit(page, /./)).toHaveCount(0)
  await shoot('drugs-none')
  await drugView(page, 'Lists')
  await page.getByRole('button', { name: /^Favorites/ }).click()
  await expect(page.getByRole('checkbox', { name: 'Tick Sirolimus' })).toBeVisible()
  await shoot('drugs-list')
  for (const name of ['Sirolimus', 'Metformin'])
    await page.getByRole('checkbox', { name: `Tick ${name}` }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await shoot('drugs-lists')
  await page.getByRole('button', { name: 'Back to the lists' }).click()
  await page.getByRole('button', { name: 'New list…' }).first().click()
  await shoot('drugs-list-new')
  await page.keyboard.press('Escape')
  await drugView(page, 'Pathways')
  await page.getByText('mTOR', { exact: true }).first().click()
  await shoot('drugs-pathways')
  await turnOfflineSwitch(page)
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'metf')
  await expect(hit(page, /Metformin/)).toBeVisible()
  await shoot('offline')
})
