import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import {
  type FormName,
  findLeaks,
  formNames,
  formsOf,
  type LeakSource,
} from '../src/main/testing/secrets/canary.ts'
import { expect, isQuickOnSimulator, partOfFull, test } from './support/fixtures.ts'
import {
  checkFile,
  exploreDemo,
  goTo,
  openSample,
  openSettings,
  order,
  seeResults,
  view,
} from './support/models.ts'
import { listenOutside } from './support/outsideServer.ts'
import { readPage } from './support/pageLeakSources.ts'
import { runProbes } from './support/probes.ts'
import { startRecordingService } from './support/recordingService.ts'

/**
 * Returns the probes that ran or reached a foreign server. The simulator blocks requests that the policy let through.
 */
async function probe(page: Page): Promise<{ tried: string[]; effective: string[] }> {
  const outside = await listenOutside()
  // The simulator's pages appear to come from the network, so access to the local network is granted without a prompt.
  // Electron's own context grants nothing.
  await page
    .context()
    .grantPermissions(['local-network-access'])
    .catch(() => undefined)
  const cut = new Set<string>()
  page.context().on('requestfailed', (request) => {
    const { pathname, origin } = new URL(request.url())
    const isBlockedByClient = request.failure()?.errorText.startsWith('net::ERR_BLOCKED_BY_CLIENT')
    if (origin === outside.url && isBlockedByClient) cut.add(pathname.slice(1))
  })
  const { tried, effective } = await page.evaluate(runProbes, outside.url)
  await outside.close()
  const all = new Set([...effective, ...outside.reached, ...cut])
  return { tried, effective: tried.filter((name) => all.has(name)) }
}

/** The simulator asks main before a page navigates, and main refuses (host.test.ts). */
const departures = /^(form-|meta-refresh|address|link|frame-outside|object-outside|embed-outside)/

test.use({ data: 'demo' })

test.describe('injected markup and scripts', () => {
  test('run nothing, load nothing and send nothing', async ({ page, faults }) => {
    await exploreDemo(page)
    const { tried, effective } = await probe(page)
    expect(effective).toEqual([])
    expect(tried.length).toBeGreaterThanOrEqual(80)
    // Each of them was reported by the fault watch of every run.
    expect(faults.splice(0).filter((fault) => fault.includes('policy: ')).length).toBeGreaterThan(70)
  })

  test.describe(() => {
    test.use({ bypassCSP: true })
    test.skip(isQuickOnSimulator, partOfFull)
    test.skip(
      ({ host }) => host === 'electron',
      'Electron blocks some probes without the policy too; the other hosts show that each probe works',
    )

    test('would do so without the policy and the navigation guard', async ({ page, faults, host }) => {
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
      await page.reload()
      await exploreDemo(page)
      const { tried, effective } = await probe(page)
      const expected = tried.filter((name) => host === 'loopback' || !departures.test(name))
      faults.splice(0)
      expect(expected.filter((name) => !effective.includes(name))).toEqual([])
    })
  })
})

test.describe(() => {
  test.skip(isQuickOnSimulator, partOfFull)

  test('are reported by the fault watch in a page, a frame, a worker and another page', async ({
    page,
    faults,
    host,
  }) => {
    const context = page.context()
    /** The same violation may be reported twice, by the page and by the browser. */
    const expectFault = async (plant: () => Promise<unknown>, word: RegExp): Promise<void> => {
      faults.splice(0)
      await plant()
      await expect.poll(() => faults.join('\n')).toMatch(word)
      faults.splice(0)
    }
    const refused = 'https://evil.example/'
    await expectFault(
      () => page.evaluate(() => document.body.setAttribute('style', 'color: red')),
      /style-src-attr/,
    )
    await expectFault(
      () => page.evaluate(() => document.body.append(document.createElement('style'))),
      /style-src/,
    )
    await expectFault(
      () =>
        page.evaluate(() =>
          document.body.append(Object.assign(document.createElement('script'), { text: '1' })),
        ),
      /script-src/,
    )
    await expectFault(() => page.evaluate((url) => fetch(url).catch(() => null), refused), /connect-src/)
    // This violation is not logged, because the page catches it.
    const evalLater = () =>
      void setTimeout(() => {
        try {
          Reflect.construct(Function, [''])
        } catch {
          // Libraries catch it this way.
        }
      })
    const throwLater = () =>
      void setTimeout(() => {
        throw new Error('astray')
      })
    await expectFault(() => page.evaluate(throwLater), /astray/)
    const inFrame = (url: string) => {
      const frame = document.body.appendChild(document.createElement('iframe'))
      return frame.contentWindow?.fetch(url).catch(() => null)
    }
    await expectFault(() => page.evaluate(inFrame, refused), /evil\.example/)
    await expectFault(() => page.evaluate(() => void new Worker('/assets/none.js')), /worker-src/)
    // Waits for the single report, so that no report arrives after the test ends.
    await expectFault(() => page.evaluate(evalLater), /policy: script-src/)
    if (host !== 'loopback') return
    const other = await context.newPage()
    await other.goto(page.url().split('#')[0] ?? '')
    await expectFault(() => other.evaluate(evalLater), /policy: script-src/)
    // The second page had only the cookie, which causes faults of its own.
    await other.close()
    faults.splice(0)
  })
})

const live = [
  '<img src=x onerror=window.probed(1)>',
  '"><svg onload=window.probed(2)></svg>',
  '<script>window.probed(3)</script>',
  '<iframe srcdoc="<script>parent.probed(4)</script>"></iframe>',
  '<style>*{display:none}</style>',
  '{{constructor.constructor("window.probed(5)")()}} $t(back) ${window.probed(6)}',
]
/** Finds elements that only exist if a text was treated as markup. */
const seekLive = () =>
  [...document.querySelectorAll('img[src="x"], [onerror], [onload], iframe, script:not([src])')].map(
    ({ outerHTML }) => outerHTML,
  )

/** Marks with characters that every encoding writes differently. */
const apiKey = 'api+key/2f3e4d5c6b7a8990=~8697'
const clientSecret = 'client+secret/7f6e5d4c3b2a1900=~1817'
const wrongKey = 'wrong+key/5a4b3c2d1e0f99887766=~55'

/** Types like a keyboard, because a filled-in text may stay in the memory of the page. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await field.click()
  await page.keyboard.insertText(text)
}

/** The methods with credentials that the user typed into the page. */
const methodsWithSecrets = ['session.connectApiKey', 'session.connectOAuth', 'session.pasteRedirect']
const methodOf = (label: string, text: string): string =>
  label === 'asked: pathclock:call'
    ? String((JSON.parse(text) as unknown[])[0])
    : label.replace('asked: ', '')

const describeLeaks = (secrets: Map<string, string>, evidence: LeakSource[]): string[] => [
  ...new Set(
    findLeaks(Object.fromEntries(secrets), evidence).map(
      ({ secret, form, place }) => `${secret} (${form}) in ${place}`,
    ),
  ),
]

test.describe('a credential', () => {
  test.use({ data: 'none' })

  test('leaves no trace in the page, its storage or its traffic', async ({ app, page, faults }) => {
    const service = await startRecordingService({ apiKey, clientSecret })
    const { secrets } = service
    secrets.set('wrong key', wrongKey)
    const crossed: LeakSource[] = []
    const carried: string[] = []
    await app.recordTraffic?.((label, text) => {
      const method = label.startsWith('asked: ') ? methodOf(label, text) : ''
      if (methodsWithSecrets.includes(method)) carried.push(method)
      else crossed.push({ place: `crossing, ${label}`, bytes: Buffer.from(text) })
    })
    const connectTo = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Connect to your service' }).click()
      await page.getByLabel('Service URL').fill(service.url)
    }
    const key = page.getByRole('textbox', { name: 'API key' })

    await connectTo()
    await type(page, key, wrongKey)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(/key/i)
    // The typed key stays in its field so that the user can correct it, but nowhere else.
    expect(await page.content()).not.toContain(wrongKey)
    await page.getByRole('button', { name: 'Back' }).click()
    await connectTo()
    await type(page, key, apiKey)
    await page.getByText('Sign in with the browser', { exact: true }).first().click()
    await page.getByLabel('Client ID').fill(service.clientId)
    await page.getByRole('button', { name: 'More' }).click()
    await type(page, page.getByRole('textbox', { name: 'Client secret' }), clientSecret)
    await page.getByRole('button', { name: 'Sign in with the browser', exact: true }).click()
    const consent =
      (await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href')) ?? ''
    await type(page, page.getByLabel('Paste the address you were sent to'), await redirectOf(consent))
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    await openSettings(page, 'Account')
    await expect(page.getByText('standard', { exact: true })).toBeVisible()

    const kinds = ['code', 'code_verifier', 'access_token', 'refresh_token']
    for (const kind of kinds)
      expect([...secrets.keys()].some((name) => name.startsWith(`${kind} `))).toBe(true)
    const pageSources = await readPage(page)
    expect(describeLeaks(secrets, [...pageSources, ...crossed])).toEqual([])
    // Real Electron cannot record the traffic between its processes.
    if (app.recordTraffic) {
      expect(crossed.length).toBeGreaterThan(20)
      expect(carried).toEqual(methodsWithSecrets)
    }
    expect(faults.splice(0).filter((fault) => !fault.includes('401'))).toEqual([])
    await expectMarksFound(
      page,
      pageSources.map(({ place }) => place),
      app.recordTraffic ? crossed : null,
    )
    // The planted call has no token.
    faults.splice(0)
    await service.close()
  })
})

/** Plants a mark in every place, each in another form, and checks that each is found. */
async function expectMarksFound(
  page: Page,
  locations: string[],
  crossed: LeakSource[] | null,
): Promise<void> {
  const mark = 'planted+mark/6a5b4c3d2e1f00ff=~77'
  const inForm = (form: FormName): string => formsOf(mark)[form][0]?.toString('utf8') ?? ''
  const texts = locations.map((_, at) => inForm(textForms[at % textForms.length] ?? 'raw'))
  const planted = Object.fromEntries(locations.map((location, at) => [location, texts[at] ?? '']))
  await page.evaluate(plant, planted)
  const { host } = new URL(page.url())
  await page
    .context()
    .addCookies([{ name: 'planted', value: inForm('hex'), url: `${new URL(page.url()).protocol}//${host}/` }])
  crossed?.splice(0)
  await page.evaluate(async (text) => {
    const { pathclock } = window as { pathclock?: { call(name: string, input: unknown): Promise<unknown> } }
    const input = { text, from: 'cache' }
    if (pathclock) await pathclock.call('drugs.search', input)
    else await fetch('/call/drugs.search', { method: 'POST', body: JSON.stringify(input) })
  }, inForm('base64'))
  const found = describeLeaks(new Map([['mark', mark]]), [
    ...(await readPage(page)),
    ...(crossed ?? []),
  ]).join('\n')
  const places = crossed ? [...locations, 'crossing, asked'] : locations
  const missed = places.filter((location) => !found.includes(` in ${location}`))
  expect(missed).toEqual([])
}
/** The text forms; the others are searched in files (secretLeaks.faults.test.ts). */
const textForms = formNames.filter((form) => !form.startsWith('utf16'))

/** Runs in the page. */
async function plant(texts: Record<string, string>): Promise<void> {
  Object.assign(window, { planted: { deep: [`memory ${texts['memory']}`] } })
  const field = Object.assign(document.createElement('input'), { value: texts['fields'] })
  document.body.append(field, document.createComment(texts['document'] ?? ''))
  history.replaceState({ planted: texts['address'] }, '')
  localStorage.setItem('planted', texts['localStorage'] ?? '')
  sessionStorage.setItem('planted', texts['sessionStorage'] ?? '')
  await (await caches.open('planted')).put('/planted', new Response(texts['caches']))
  await new Promise((done, failed) => {
    const opening = indexedDB.open('planted', 1)
    opening.onerror = failed
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { autoIncrement: true })
    opening.onsuccess = () => {
      const writing = opening.result.transaction('rows', 'readwrite')
      writing.objectStore('rows').add({ cell: texts['indexedDB'] })
      writing.oncomplete = done
    }
  })
}

/** Answers the consent page like a browser on another computer, where the redirect fails. */
async function redirectOf(consent: string): Promise<string> {
  const page = await (await fetch(consent)).text()
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ request, decision: 'allow' })
  const action = new URL('/oauth/authorize', consent)
  const answer = await fetch(action, { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('Location') ?? ''
}

test.describe(() => {
  // Without the policy, text that is treated as markup runs.
  test.use({ bypassCSP: true })
  test.skip(({ host }) => host !== 'loopback', 'the screens are the same on every host')

  test('names with markup stay text on every screen', async ({ app, page, folder, faults }) => {
    const ran: string[] = []
    await page.exposeFunction('probed', (what: unknown) => ran.push(String(what)))
    await exploreDemo(page)
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const [head, first, ...rows] = live.map((text, index) =>
      [`${text} ${index}`, live[index % 2] ?? '', text, 'liver', 40 + index]
        .map((cell) => quoted(String(cell)))
        .join(','),
    )
    const file = join(folder, '<img src=x onerror=window.probed(7)>.csv')
    const columns = 'client_reference,group,note <img src=x onerror=window.probed(8)>,tissue,age'
    await writeFile(file, [columns, head, first, ...rows].join('\n'))
    const isText = async (): Promise<void> => expect(await page.evaluate(seekLive)).toEqual([])
    await checkFile(app, file, isText)
    await isText()
    await order(page, live.length)
    await page.getByRole('button', { name: 'Show samples' }).click()
    await expect(page.getByRole('gridcell', { name: `${live[0]} 0`, exact: true })).toBeVisible()
    await isText()
    await seeResults(page, live.length)
    for (const name of ['Table', 'Heatmap', 'Groups', 'PCA', 'Clock', 'Compare'] as const) {
      await view(page, name)
      await page.waitForLoadState('networkidle')
      await isText()
    }
    await openSample(page, `${live[0]} 0`)
    await isText()
    for (const section of ['Drugs', 'Screening', 'Settings'] as const) {
      await goTo(page, section)
      await isText()
    }
    expect(ran).toEqual([])
    // A screen that treated a name as markup would be detected by both checks.
    await page.evaluate((text) => document.body.insertAdjacentHTML('beforeend', text), live[0] ?? '')
    expect(await page.evaluate(seekLive)).toHaveLength(1)
    await expect.poll(() => ran).toEqual(['1'])
    // The missing picture.
    faults.splice(0)
  })
})
