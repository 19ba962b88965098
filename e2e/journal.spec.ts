import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onSimulator, samePages, test } from './support/fixtures.ts'
import { goTo } from './support/models.ts'

test.skip(onSimulator, samePages)
test.use({ data: 'analysed' })

test('after its order log was truncated the app sends nothing that costs money until the user allows it', async ({
  start,
}) => {
  const before = await start()
  await expect(before.page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await before.close()
  await cutOrderLog(before.dataFolder)

  const { page } = await start()
  const banner = page.getByRole('status').filter({ hasText: 'Orders are stopped.' })
  await expect(banner).toBeVisible()
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Analyze all…' }).click()
  const analyze = page.getByRole('dialog', { name: 'Analyze samples' })
  await analyze.getByRole('checkbox', { name: 'Fetch existing results again' }).check()
  const send = analyze.getByRole('button', { name: /^Analyze \d+ samples$/ })
  await send.click()
  const refused = analyze.getByRole('alert')
  await expect(refused).toContainText('Orders are stopped after damage')

  await refused.getByRole('button', { name: 'Look at the orders…' }).click()
  const orders = page.getByRole('dialog', { name: 'Orders in question' })
  await expect(orders).toContainText('the order log is damaged')
  await expect(orders.getByRole('button', { name: 'Allow orders again' })).toBeDisabled()
  await orders.getByRole('checkbox', { name: 'I have looked at the orders' }).check()
  await orders.getByRole('button', { name: 'Allow orders again' }).click()
  await expect(banner).toBeHidden()

  await send.click()
  await expect(analyze).toBeHidden()
})

/** Truncates the log, as a disk does that lost its last writes. */
async function cutOrderLog(dataFolder: string): Promise<void> {
  const profiles = join(dataFolder, 'profiles')
  const [profile = ''] = await readdir(profiles)
  const log = join(profiles, profile, 'orders.log')
  await truncate(log, (await stat(log)).size - 300)
}
