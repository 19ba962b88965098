import { expect, type Page } from '@playwright/test'
import type { RunningApp } from './hosts.ts'

export type Section = 'Home' | 'Drugs' | 'Samples' | 'Results' | 'Screening' | 'Batches' | 'Settings'

/** The demo without samples, which `data: 'demo'` opens. */
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

/** After a restart where no keychain holds the key, it is typed in again. */
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
/** The tabs of what is in front: the views of a study, of the library or of the activity. */
export const tab = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Place and search' }).getByRole('link', { name, exact: true })

const inAllSamples = { Samples: '#/study/all/samples', Results: '#/study/all/explore/table' }

/** A section of the rail, or what it holds first; samples and results are those of all studies. */
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

/** The import with a file that was read. */
export const openFile = async ({ page, chooseFile }: RunningApp, path: string) => {
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Import…' }).click()
  const choose = page.getByRole('button', { name: /^(Choose a file…|Other file…)$/ })
  await chooseFile(path, () => choose.click())
  await expect(rowsOfFile(page)).toBeVisible({ timeout: 30_000 })
}

/** All rows are checked, as the foot says. */
export const checked = async (page: Page) => {
  await expect(page.getByRole('button', { name: 'Details…' })).toBeVisible({ timeout: 60_000 })
}

/** A file that was read and checked, everything accepted as suggested. `expectContent` is called on the way. */
export const checkFile = async (app: RunningApp, path: string, expectContent = async () => {}) => {
  await openFile(app, path)
  await expectContent()
  await checked(app.page)
  await expectContent()
}

/** How the file was read, open to change. */
export const openReading = async (page: Page) => {
  const change = page.getByRole('button', { name: 'Change', exact: true })
  if ((await change.getAttribute('aria-expanded')) === 'false') await change.click()
  await expect(page.getByRole('region', { name: 'How this file was read' })).toBeVisible()
}

/** Which column gives each field of an order. */
export const openFields = async (page: Page) => {
  await page.getByText('Order fields', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Order fields' })).toBeVisible()
}

/** How many rows the check counts under a word. */
export const counted = (page: Page, word: string) =>
  page.locator('dl > div').filter({ hasText: word }).getByRole('definition').first()

export const rowsOfFile = (page: Page) => page.getByRole('grid', { name: 'Rows of the file' })

/** Puts one text in the place of the only cell of a column that is another. */
export const replaceAll = async (page: Page, column: string, find: string, by: string) => {
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await page.getByLabel('In the column').selectOption(column)
  await page.getByLabel('Find', { exact: true }).fill(find)
  await page.getByLabel('Replace by').fill(by)
  await page.getByRole('button', { name: 'Replace all' }).click()
  await expect(page.getByText('1 cell changed.').first()).toBeVisible()
  await page.keyboard.press('Escape')
}

/** What would be sent, to the letter. */
export const openDetails = async (page: Page) => {
  await page.getByRole('button', { name: 'Details…' }).click()
  await expect(page.getByRole('dialog', { name: 'What would be sent' })).toBeVisible()
}

/** Orders; where that costs money, what is said before is confirmed. */
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

/** Sends what the check left and waits until every order is placed. */
export const order = async (page: Page, count: number) => {
  await send(page, String(count))
  await expect(page.getByRole('heading', { name: `${count} orders placed` })).toBeVisible({ timeout: 60_000 })
}

/** Waits until what was ordered is analyzed, which follows by itself. */
export const seeResults = async (page: Page, count: number) => {
  await goTo(page, 'Results')
  const shown = page.getByText(`${count} samples`, { exact: true }).first()
  await expect(shown).toBeVisible({ timeout: 60_000 })
}

/** One of the views of the results. */
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

/** The page of one sample, from the table of results. */
export const openSample = async (page: Page, reference: string) => {
  await view(page, 'Table')
  await page.getByRole('gridcell', { name: reference, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: reference })).toBeVisible()
}

/** How the values are shown, by the words of the choice. */
export const showValues = async (page: Page, now: string, name: RegExp) => {
  await page.getByRole('button', { name: now, exact: true }).click()
  await page.getByRole('radio', { name }).check()
}

/** Exports a table of the study in front at Share, as CSV. */
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

/** Turns the offline switch by what the status bar says of the network. */
export const turnOfflineSwitch = async (page: Page) => {
  const bar = page.getByRole('contentinfo')
  await bar.getByRole('status').getByRole('button').click()
  await page.getByRole('switch', { name: /^Offline switch/ }).click()
  await page.keyboard.press('Escape')
}

/** Begins to make every drug of the service available offline, with its pathways. */
export const makeAllAvailableOffline = async (page: Page) => {
  await drugView(page, 'Offline')
  const form = page.getByRole('complementary', { name: 'Make available offline' })
  await form.getByRole('radio', { name: 'The whole catalog' }).check()
  await form.getByRole('radio', { name: /^With pathways/ }).check()
  await form.getByLabel('Requests an hour, at most').fill('100000')
  await form.getByRole('button', { name: 'Begin', exact: true }).click()
}

/** Goes on with the plan for every drug where it stands still; one that runs by itself is let be. */
export const resumeAll = async (page: Page) => {
  await drugView(page, 'Offline')
  const plan = page.getByRole('listitem').filter({ hasText: 'Whole catalog' })
  const resumeButton = plan.getByRole('button', { name: /^Resume/ })
  await expect(resumeButton.or(plan.getByText('Running')).or(plan.getByText('Complete'))).toBeVisible()
  if (await resumeButton.isVisible()) await resumeButton.click()
  return plan
}
