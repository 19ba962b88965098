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
  const problems = page.getByRole('table', { name: /problems/i })
  await expect(problems.getByRole('row', { name: /^27\b/ })).toContainText('quote')
  await expect(problems.getByRole('row', { name: /^13\b/ })).toBeVisible()
  await expect(problems.getByRole('row', { name: /^18\b/ })).toContainText('2-Sep')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByLabel('Delimiter')).toHaveValue('semicolon')
  await expect(page.getByLabel('Encoding')).toHaveValue(/utf-16/i)
  await expect(page.getByLabel('Decimal sign')).toHaveValue('decimal comma')
  await page.getByRole('button', { name: 'Next' }).click()
  await order(page, 19)
})
