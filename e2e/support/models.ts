import { expect, type Page } from '@playwright/test'
import type { RunningApp } from './hosts.ts'

export type Section = 'Home' | 'Drugs' | 'Samples' | 'Results' | 'Screening' | 'Batches' | 'Settings'

/** Waits for the demo without samples, which `data: 'demo'` opens. */
export const exploreDemo = async (page: Page) => {
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('Synthetic demo data')
}

export const connect = async (page: Page, service: { url: string; apiKey: string }) => {
  await page.getByRole('button', { name: 'Connect to your service' }).click()
  await page.getByLabel('Service URL').fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** Types the key again after a restart if no keychain has stored it. */
export const signInAgain = async (page: Page, service: { apiKey: string }) => {
  const banner = page.getByRole('button', { name: 'Sign in again' })
  const online = page.getByRole('contentinfo').getByText('Online')
  await expect(banner.or(online)).not.toHaveCount(0)
  if (!(await banner.isVisible())) return
  await banner.click()
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(online).toBeVisible()
  await expect(banner).toBeHidden()
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
/** Returns a tab of the current study, library or activity section. */
export const tab = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Place and search' }).getByRole('link', { name, exact: true })

const inAllSamples = { Samples: '#/study/all/samples', Results: '#/study/all/explore/table' }

/** Opens a section of the rail or its first view; samples and results are those of all studies. */
export const goTo = async (page: Page, section: Section) => {
  if (section === 'Samples' || section === 'Results') {
    await expect(sections(page)).toBeVisible()
    return page.evaluate((hash) => void (location.hash = hash), inAllSamples[section])
  }
  const name = {
    Drugs: 'Library',
    Screening: 'Activity',
    Batches: 'Activity',
    Home: 'Home',
    Settings: 'Settings',
  }
  await sections(page).getByRole('link', { name: name[section], exact: true }).click()
  if (section === 'Screening') await tab(page, 'Screenings').click()
  if (section === 'Batches') await tab(page, 'Batches').click()
}

export const settingsParts = ['Account', 'Appearance', 'Data & network', 'Advanced'] as const

export const openSettings = async (page: Page, part: (typeof settingsParts)[number]) => {
  await goTo(page, 'Settings')
  await page.getByRole('tab', { name: part }).click()
}

/** Opens the import with a file. */
export const openFile = async ({ page, chooseFile }: RunningApp, path: string) => {
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Import…' }).click()
  const choose = page.getByRole('button', { name: /^(Choose a file…|Other file…)$/ })
  await chooseFile(path, () => choose.click())
  await expect(rowsOfFile(page)).toBeVisible({ timeout: 30_000 })
}

/** Waits until all rows are checked. */
export const checked = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Details…' })).toBeVisible({ timeout: 60_000 })
}

/** Imports a file with all suggestions up to the check. `expectContent` is called on the way. */
export const checkFile = async (app: RunningApp, path: string, expectContent = async () => {}) => {
  await openFile(app, path)
  await expectContent()
  await checked(app.page)
  await expectContent()
}

/** Opens the settings of how the file was read. */
export const openReading = async (page: Page) => {
  const change = page.getByRole('button', { name: 'Change', exact: true })
  if ((await change.getAttribute('aria-expanded')) === 'false') await change.click()
  await expect(page.getByRole('region', { name: 'How this file was read' })).toBeVisible()
}

/** Opens the mapping of columns to order fields. */
export const openFields = async (page: Page) => {
  await page.getByText('Order fields', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Order fields' })).toBeVisible()
}

/** Returns the count of rows beside a word in the summary of the check. */
export const counted = (page: Page, word: string) =>
  page.locator('dl > div').filter({ hasText: word }).getByRole('definition').first()

export const rowsOfFile = (page: Page) => page.getByRole('grid', { name: 'Rows of the file' })

/** Replaces the one cell of a column that contains `find`. */
export const replaceAll = async (page: Page, column: string, find: string, by: string) => {
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByLabel('In the column').selectOption(column)
  await page.getByLabel('Find', { exact: true }).fill(find)
  await page.getByLabel('Replace by').fill(by)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('1 cell changed.').first()).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Opens the exact content that would be sent. */
export const openDetails = async (page: Page) => {
  await page.getByRole('button', { name: 'Details…' }).click()
  await expect(page.getByRole('dialog', { name: 'What would be sent' })).toBeVisible()
}

/** Orders samples, and confirms if that costs money. */
export const send = async (page: Page, count: string) => {
  const isFree = page.getByText(/costs nothing/)
  const order = page.getByRole('button', { name: `Order ${count} samples` })
  await expect(order).toBeEnabled({ timeout: 60_000 })
  const isPaid = !(await isFree.isVisible())
  await order.click()
  if (!isPaid) return
  const dialog = page.getByRole('dialog', { name: `Order ${count} samples?` })
  await dialog.getByRole('button', { name: `Order ${count} samples` }).click()
}

/** Sends the checked rows and waits until every order is placed. */
export const order = async (page: Page, count: number) => {
  await send(page, String(count))
  await expect(page.getByRole('heading', { name: `${count} orders placed` })).toBeVisible({ timeout: 60_000 })
}

/** Waits until the ordered samples are analyzed, which happens automatically. */
export const seeResults = async (page: Page, count: number) => {
  await goTo(page, 'Results')
  const shown = page.getByText(`${count} samples`, { exact: true }).first()
  await expect(shown).toBeVisible({ timeout: 60_000 })
}

/** Opens one of the result views. */
export const view = async (
  page: Page,
  name: 'Table' | 'Heatmap' | 'Groups' | 'PCA' | 'Clock' | 'Compare',
) => {
  const views = page.getByRole('navigation', { name: 'Views of the results' })
  if (name === 'Compare') {
    await tab(page, name).click()
    return expect(views).toBeHidden()
  }
  if (!(await views.isVisible())) await tab(page, 'Explore').click()
  await views.getByRole('link', { name }).click()
}

/** Opens the page of one sample from the results table. */
export const openSample = async (page: Page, reference: string) => {
  await view(page, 'Table')
  await page.getByRole('gridcell', { name: reference, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: reference })).toBeVisible()
}

/** Chooses how the values are shown, by the label of the option. */
export const showValues = async (page: Page, now: string, name: RegExp) => {
  await page.getByRole('button', { name: now, exact: true }).click()
  await page.getByRole('radio', { name }).check()
}

/** Exports a table of the current study on the Share screen, as CSV. */
export const exportTable = async ({ page, saveFile }: RunningApp, kind: string, path: string) => {
  await page.keyboard.press('Control+e')
  const dialog = page.getByRole('dialog', { name: 'Export a table' })
  await dialog.getByRole('radio', { name: kind }).check()
  await expect(dialog.getByText(/^\d[\d,]* rows$/)).toBeVisible()
  await saveFile(path, () => dialog.getByRole('button', { name: 'Export…', exact: true }).click())
  await expect(page.getByRole('dialog', { name: 'Exported' })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')
}

export const searchDrugs = (page: Page, text: string) =>
  page.getByRole('combobox', { name: 'Search drugs' }).fill(text)

/** Starts a screening task for one sample and waits for its ranking. */
export const screen = async (page: Page, reference: string) => {
  await page.getByRole('button', { name: 'New screening…' }).first().click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Sample' }).fill(reference)
  await page.getByRole('option', { name: reference }).click()
  await page.getByRole('button', { name: 'Start screening' }).click()
  await expect(page.getByRole('columnheader', { name: 'Rank' })).toBeVisible({ timeout: 30_000 })
}

export const hit = (page: Page, name: RegExp) => page.getByRole('option', { name })

/** Chooses one value of a facet, such as a category. */
export const filterBy = (page: Page, facet: 'Category' | 'Pathway' | 'Direction', value: RegExp) =>
  page.getByRole('region', { name: facet }).getByRole('button', { name: value }).first().click()

/** Opens a drug that the search has found, and waits for its page. */
export const openDrug = async (page: Page, name: RegExp) => {
  await hit(page, name).click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
}

export const drugView = (page: Page, name: 'Drugs' | 'Lists' | 'Pathways' | 'Offline') =>
  tab(page, name).click()

/** Toggles the offline switch from the network status in the status bar. */
export const turnOfflineSwitch = async (page: Page) => {
  const bar = page.getByRole('contentinfo')
  await bar.getByRole('status').getByRole('button').click()
  await page.getByRole('switch', { name: /^Offline switch/ }).click()
  await page.keyboard.press('Escape')
}

/** Starts to make every drug of the service available offline, with its pathways. */
export const makeAllAvailableOffline = async (page: Page) => {
  await drugView(page, 'Offline')
  const form = page.getByRole('complementary', { name: 'Make available offline' })
  await form.getByRole('radio', { name: 'The whole catalog' }).check()
  await form.getByRole('radio', { name: /^With pathways/ }).check()
  await form.getByLabel('Requests an hour, at most').fill('100000')
  await form.getByRole('button', { name: 'Begin', exact: true }).click()
}

/** Resumes the plan for every drug if it is paused; a running plan is left alone. */
export const resumeAll = async (page: Page) => {
  await drugView(page, 'Offline')
  const plan = page.getByRole('listitem').filter({ hasText: 'Whole catalog' })
  const resumeButton = plan.getByRole('button', { name: /^Resume/ })
  await expect(resumeButton.or(plan.getByText('Running')).or(plan.getByText('Complete'))).toBeVisible()
  if (await resumeButton.isVisible()) await resumeButton.click()
  return plan
}
