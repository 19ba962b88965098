import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import { checkFile, exploreDemo, order } from './models.ts'

test('a rough spreadsheet is read as what it is, and every problem names its line and column', async ({
  app,
  page,
}) => {
  await exploreDemo(page)
  await checkFile(app, join(projectRoot, 'examples/cohort-messy.csv'))
  const rows = page.getByRole('grid', { name: 'Rows with findings' })
  const findings = page.getByRole('region', { name: 'What is wrong with this row' })
  await expect(rows.getByRole('row', { name: /^13\b/ })).toBeVisible()
  await expect(rows.getByRole('row', { name: /^18\b/ })).toContainText('2-Sep')
  await rows.getByRole('row', { name: /^27\b/ }).getByRole('gridcell').nth(2).click()
  await expect(findings).toContainText('A quote opens on line 27')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Delimiter')).toHaveValue('semicolon')
  await expect(page.getByLabel('Encoding')).toHaveValue(/utf-16/i)
  await expect(page.getByLabel('Decimal sign')).toHaveValue('decimal comma')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await order(page, 19)
})
