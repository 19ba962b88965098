import type { Page } from '@playwright/test'
import { type ReferenceService, startReferenceService } from '../src/demoService/index.ts'
import { test as base, expect, isFull, partOfFull } from './support/fixtures.ts'
import { goTo, searchDrugs } from './support/models.ts'

const hourMs = 3_600_000

/** A service whose clock the test advances: only its responses show the app that a token has expired. */
type OwnService = ReferenceService & { advance(ms: number): void }

const test = base.extend<{ provider: OwnService }>({
  provider: async ({}, use) => {
    let passedMs = 0
    const service = await startReferenceService({
      rate: { requests: 6000, windowS: 60 },
      now: () => Date.now() + passedMs,
    })
    await use({ ...service, advance: (ms) => void (passedMs += ms) })
    await service.close()
  },
})

// The tested pages are those of a browser; the installed app opens the address in the system's browser.
test.skip(({ host }) => host !== 'loopback', 'signing in is done in the browser of the loopback host')

/** Fills in the form until the app waits for the browser. */
const startSignIn = async (page: Page, { url, clientId }: ReferenceService) => {
  await page.getByRole('button', { name: 'Connect to your service' }).click()
  await page.getByLabel('Service URL').fill(url)
  await page.getByText('Sign in with the browser', { exact: true }).first().click()
  await page.getByLabel('Client ID').fill(clientId)
  await page.getByRole('button', { name: 'Sign in with the browser', exact: true }).click()
}

const signInLink = (page: Page) => page.getByRole('link', { name: 'Open the sign-in page' })

/** Answers the consent page in its own tab and returns the tab, on the page it was redirected to. */
const decide = async (page: Page, decision: 'Allow' | 'Deny'): Promise<Page> => {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), signInLink(page).click()])
  await expect(tab.getByRole('heading', { name: 'Allow access?' })).toBeVisible()
  await tab.getByRole('button', { name: decision }).click()
  return tab
}

/** Waits for the page to load, because closing a loading tab may block the browser. */
const allow = async (page: Page): Promise<void> => {
  const tab = await decide(page, 'Allow')
  await expect(tab.getByRole('heading')).toHaveText('Signed in to Pathclock')
  await tab.close()
}

const isConnected = (page: Page) => expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()

const signIn = async (page: Page, service: ReferenceService) => {
  await startSignIn(page, service)
  await allow(page)
  await isConnected(page)
}

const signedOut = (page: Page) => page.getByRole('status').filter({ hasText: 'You are signed out of' })

/** Sends a request that the cache cannot answer. */
const searchUncached = async (page: Page, drug: string) => {
  await goTo(page, 'Drugs')
  await searchDrugs(page, drug)
}
const isShown = (page: Page, drug: string) =>
  expect(page.getByRole('option', { name: new RegExp(drug, 'i') })).toBeVisible()

test('the user signs in through the consent page, and an expired token is renewed silently', async ({
  page,
  provider,
}) => {
  await signIn(page, provider)
  await searchUncached(page, 'metformin')
  await isShown(page, 'metformin')
  expect(provider.summary().by_status[401] ?? 0).toBe(0)
  provider.advance(25 * hourMs)
  await searchUncached(page, 'rapamycin')
  await isShown(page, 'rapamycin')
  // Cached data is shown before the service has answered.
  await expect.poll(() => provider.summary().by_status[401] ?? 0).toBeGreaterThan(0)
  await expect(signedOut(page)).toHaveCount(0)
  await goTo(page, 'Settings')
  await expect(page.getByText('standard')).toBeVisible()
})

test('after access was revoked the user is asked once, and signs in again', async ({ page, provider }) => {
  await signIn(page, provider)
  provider.revokeSignIns()
  await searchUncached(page, 'metformin')
  await expect(signedOut(page)).toHaveCount(1)
  const refused = provider.summary().by_status[400] ?? 0
  await searchDrugs(page, 'rapamycin')
  await expect(signedOut(page)).toHaveCount(1)
  // The refresh token was rejected once and is not sent again.
  expect(provider.summary().by_status[400] ?? 0).toBe(refused)
  await signedOut(page).getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('button', { name: 'Sign in with the browser', exact: true }).click()
  await allow(page)
  await expect(signedOut(page)).toHaveCount(0)
  await searchUncached(page, 'temsirolimus')
  await isShown(page, 'temsirolimus')
})

test('both windows report a denied consent, and nothing is stored', async ({ page, provider }) => {
  test.skip(!isFull, partOfFull)
  await startSignIn(page, provider)
  const tab = await decide(page, 'Deny')
  await expect(tab.getByRole('heading')).toHaveText('Access was refused')
  await expect(page.getByRole('alert')).toContainText('refused')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Connect to your service' })).toBeVisible()
})

test('a redirect with a wrong state is rejected, and the sign-in continues', async ({
  page,
  provider,
  faults,
}) => {
  test.skip(!isFull, partOfFull)
  await startSignIn(page, provider)
  const address = new URL((await signInLink(page).getAttribute('href')) ?? '')
  const forgedRedirect = new URL(address.searchParams.get('redirect_uri') ?? '')
  forgedRedirect.search = '?code=stolen&state=forged'
  const other = await page.context().newPage()
  await other.goto(forgedRedirect.href)
  await expect(other.getByRole('heading')).toContainText('not the answer to a sign-in')
  // The error of that page itself is expected.
  expect(faults.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
  await expect(signInLink(page)).toBeVisible()
  const tab = await decide(page, 'Allow')
  await expect(tab.getByRole('heading')).toHaveText('Signed in to Pathclock')
  await isConnected(page)
})

test.describe(() => {
  // `npm test` pastes one in security.spec.ts.
  test.skip(!isFull, partOfFull)

  test('if the browser runs on another computer, the pasted address signs in', async ({ page, provider }) => {
    await startSignIn(page, provider)
    const paste = async (address: string) => {
      await page.getByLabel('Paste the address you were sent to').fill(address)
      await page.getByRole('button', { name: 'Use this address' }).click()
    }
    const consent = (await signInLink(page).getAttribute('href')) ?? ''
    await paste(consent)
    await expect(page.getByRole('alert')).toContainText('not the address')
    await paste(await redirectOf(consent))
    await isConnected(page)
  })
})

/** Answers the consent page like a browser on another computer, where the redirect fails. */
async function redirectOf(consent: string): Promise<string> {
  const page = await (await fetch(consent)).text()
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ request, decision: 'allow' })
  const action = new URL('/oauth/authorize', consent)
  const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('Location') ?? ''
}
