import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startReferenceService } from '../src/demoService/index.ts'
import { expect, test } from './support/fixtures.ts'
import type { Desktop, RunningApp } from './support/hosts.ts'
import { checkFile, connect, exploreDemo, send } from './support/models.ts'

// Runs on real Electron if its binary is available, and on the simulator.
test.skip(
  ({ host }) => host === 'loopback',
  'a browser tab has no menu, second start, clipboard or quit of ours',
)

const desktopOf = ({ desktop }: RunningApp): Desktop => {
  if (!desktop) throw new Error('This host has no desktop.')
  return desktop
}
type Bridge = { pathclock: { call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> } }
const call = (page: Page, name: string, input: object) =>
  page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)

test('a first start opens one window with the start screen, and its page is sandboxed', async ({
  app,
  page,
}) => {
  await expect(page.getByRole('button', { name: 'Connect to your service' })).toBeVisible()
  expect(await desktopOf(app).windowCount()).toBe(1)
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
    secure: isSecureContext,
    bridge: Object.keys((window as unknown as Bridge).pathclock).toSorted(),
  }))
  expect(seen).toEqual({ node: [], secure: true, bridge: ['call', 'listen'] })
})

test.describe('with samples', () => {
  test.use({ data: 'demo' })

  test('a link and a file from a second start open in the running app', async ({ app, page, folder }) => {
    await exploreDemo(page)
    const desktop = desktopOf(app)
    await desktop.startOnceMore('pathclock://drugs')
    await expect(page).toHaveURL(/#\/library\/drugs/)
    const file = join(folder, 'second.csv')
    await writeFile(file, 'client_reference,group\nS1,control\nS2,treated\n')
    await desktop.startOnceMore(file)
    await expect(page.getByText('second.csv').first()).toBeVisible()
    expect(await desktop.windowCount()).toBe(1)
  })

  test('the menu has the commands of the app, and controls the page', async ({ app, page }) => {
    await exploreDemo(page)
    const desktop = desktopOf(app)
    expect(await desktop.menuLabels()).toEqual(expect.arrayContaining(['File', 'Export…', 'Zoom in', 'Quit']))
    expect(await desktop.menuLabels()).not.toContain('Toggle Developer Tools')
    await desktop.clickMenu('Library')
    await expect(page).toHaveURL(/#\/library/)
    // Waits for the screen's files: requests that are pending when the test ends would count as errors.
    await expect(page.getByRole('combobox', { name: 'Search drugs' })).toBeVisible()
    await page.waitForLoadState('networkidle')
  })

  test('a page has no permissions, cannot navigate away and opens no window', async ({
    app,
    page,
    faults,
  }) => {
    const place = () =>
      page.evaluate(
        () =>
          new Promise((done) =>
            navigator.geolocation.getCurrentPosition(
              () => done('granted'),
              ({ code }) => done(code),
              { timeout: 5000 },
            ),
          ),
      )
    const permissionDenied = 1
    expect(await place()).toBe(permissionDenied)
    const paste = () =>
      page.evaluate(() => navigator.clipboard.readText().then(String, ({ name }: Error) => name))
    expect(await paste()).toBe('NotAllowedError')
    const before = page.url()
    await page.evaluate(() => {
      location.href = 'https://example.org/'
    })
    expect(await page.evaluate(() => window.open('https://example.org/'))).toBeNull()
    expect((await call(page, 'app.status', {})).ok).toBe(true)
    expect(page.url()).toBe(before)
    expect(await desktopOf(app).windowCount()).toBe(1)
    // Removes Chromium's reports of the blocked attempts.
    faults.splice(0)
  })

  test('a figure is printed as PDF, and a picture is copied to the clipboard', async ({
    app,
    page,
    folder,
  }) => {
    const path = join(folder, 'figure.pdf')
    const chosen: unknown[] = []
    await app.saveFile(path, async () => {
      chosen.push((await call(page, 'files.chooseSave', { suggestedName: 'figure.pdf' })).value)
    })
    const { fileId } = chosen[0] as { fileId: string }
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="85mm" height="60mm"><text y="9">Ages</text></svg>'
    const saved = await call(page, 'figures.savePdf', { fileId, svg, widthMm: 85, heightMm: 60 })
    expect(saved).toMatchObject({ ok: true })
    expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    expect(await call(page, 'figures.copyPng', { png: pixel })).toMatchObject({ ok: true })
    expect(await desktopOf(app).clipboardTypes()).toContain('image/png')
  })
})

test('quitting while orders are placed asks first, and continues if the user declines', async ({
  app,
  page,
  folder,
}) => {
  // Slow enough that the question is answered while orders are pending.
  const service = await startReferenceService({ speed: 60, rate: { requests: 20, windowS: 10 } })
  await connect(page, service)
  const file = join(folder, 'orders.csv')
  const rows = Array.from({ length: 60 }, (_, index) => `S${index + 1},${index % 2 ? 'treated' : 'control'}`)
  await writeFile(file, ['client_reference,group', ...rows].join('\n'))
  await checkFile(app, file)
  await send(page, '60')
  await expect(page.getByText(/of 60/).first()).toBeVisible()
  const desktop = desktopOf(app)
  await desktop.answerMessageBoxes(0)
  await desktop.quit()
  await expect.poll(() => desktop.messageBoxes()).toEqual(['Orders are being placed. Quit all the same?'])
  expect((await call(page, 'app.status', {})).ok).toBe(true)
  await app.kill()
  await service.close()
})
