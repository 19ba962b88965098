import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startReferenceService } from '../src/demoService/index.ts'
import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import { connect, openSettings } from './support/models.ts'

test.skip(onSimulator, samePages)

test('an unusual service is detected and checked, and its report is saved', async ({ app, page, folder }) => {
  const service = await startReferenceService({ variants: ['base-v1', 'code-zero', 'problem-json'] })
  try {
    await connect(page, service)
    // A detected difference from the documentation is reported immediately.
    await expect(page.getByRole('alert')).toContainText('/v1')
    await openSettings(page, 'Advanced')
    await page.getByRole('button', { name: 'Check the connection' }).click()
    const findings = page.getByRole('group', { name: 'What Pathclock read' })
    await expect(findings.getByRole('row', { name: /Base path \/v1 Detected/ })).toBeVisible()
    await expect(findings.getByRole('row', { name: /Code for success 0 Detected/ })).toBeVisible()
    const saved = join(folder, 'report.json')
    await app.saveFile(saved, () => page.getByRole('button', { name: 'Save as JSON…' }).click())
    await expect(page.getByText(/^Saved to .*json$/)).toBeVisible()
    const report: unknown = JSON.parse(await readFile(saved, 'utf8'))
    expect(report).toMatchObject({ service: service.url })
    expect(JSON.stringify(report)).not.toContain(service.apiKey)
  } finally {
    await service.close()
  }
})

test('the user changes their own name, and the name of the profile', async ({ page, service }) => {
  test.skip(!isFull, partOfFull)
  await connect(page, service)
  await openSettings(page, 'Account')
  await page.getByRole('button', { name: 'Edit…' }).click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
  await openSettings(page, 'Account')
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByLabel('Name in this app').fill('Liver study')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Place and search' })).toContainText('Liver study')
})
