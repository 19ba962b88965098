import { expect, type Page } from '@playwright/test'
import type { RunningApp } from './hosts.ts'

export type Section = 'Drugs' | 'Samples' | 'Results' | 'Screening' | 'Settings'

export const exploreDemo = async (page: Page) => {
  await page.getByRole('button', { name: 'Explore with demo data' }).click()
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Synthetic demo data')
}

export const connect = async (page: Page, service: { url: string; apiKey: string }) => {
  await page.getByRole('button', { name: 'Connect to your service' }).click()
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

export const goTo = (page: Page, section: Section) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click()

export const settingsParts = ['Account', 'Profiles', 'Connection', 'Security', 'General'] as const

export const openSettings = async (page: Page, part: (typeof settingsParts)[number]) => {
  await goTo(page, 'Settings')
  await page.getByRole('tab', { name: part }).click()
}

/** The wizard up to its check: the file chosen, its columns accepted as suggested. */
export const checkFile = async ({ page, chooseFile }: RunningApp, path: string) => {
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Import…' }).click()
  await chooseFile(path, () => page.getByRole('button', { name: 'Choose a file…' }).click())
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Duplicates', { exact: true })).toBeVisible()
}

/** Sends what the check left and waits until every order is placed. */
export const order = async (page: Page, count: number) => {
  await page.getByRole('button', { name: `Order ${count} samples` }).click()
  await expect(page.getByRole('heading', { name: `${count} orders placed` })).toBeVisible({ timeout: 60_000 })
}

/** Fetches pathway analysis and clock for every sample, and waits for the last one. */
export const analyseAll = async (page: Page, count: number) => {
  await goTo(page, 'Results')
  await page.getByRole('button', { name: `Analyse ${count} samples` }).click()
  await expect(page.getByText(`${count} samples ·`)).toBeVisible({ timeout: 60_000 })
}

/** One of the views of the results. */
export const view = (page: Page, name: 'Table' | 'Heatmap' | 'Ranked bars') =>
  page.getByRole('radiogroup', { name: 'View' }).getByText(name).click()

export const searchDrugs = (page: Page, text: string) =>
  page.getByRole('combobox', { name: 'Search drugs' }).fill(text)

/** Starts a screening task for one sample and waits for its ranking. */
export const screen = async (page: Page, reference: string) => {
  await page.getByRole('button', { name: 'New screening…' }).first().click()
  await page.getByRole('dialog').getByLabel('Sample').fill(reference)
  await page.getByRole('option', { name: reference }).click()
  await page.getByRole('button', { name: 'Start screening' }).click()
  await expect(page.getByRole('columnheader', { name: 'Rank' })).toBeVisible({ timeout: 30_000 })
}
