import { expect } from '../support/fixtures.ts'
import { goTo, openSettings, settingsParts } from '../support/models.ts'
import { guide } from './guide.ts'

guide.use({ data: 'analysed' })

guide('settings', async ({ page, takeShots: shoot }) => {
  for (const part of settingsParts) {
    await openSettings(page, part)
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    await shoot(`settings-${part.toLowerCase().replaceAll(/\W+/g, '-')}`)
  }
  await openSettings(page, 'Advanced')
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled({ timeout: 60_000 })
  await shoot('settings-checked')
  await openSettings(page, 'Account')
  await page
    .getByRole('button', { name: /^Edit ./ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot('settings-profile')
})

guide('what opens above every screen', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Samples')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot('palette')
  await page.getByRole('textbox', { name: 'Search or command' }).fill('mtor')
  await shoot('palette-search')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await shoot('shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help).toBeVisible()
  await shoot('help')
  await help.getByRole('tab', { name: 'Importing samples' }).click()
  await shoot('help-import')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('status').getByRole('button').click()
  await shoot('offline-switch')
})
