import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReferenceService } from '../../../src/demoService/index.ts'
import { type ElectronSim, launchElectronSim, runCommandOnSim } from '../index.ts'

const root = resolve(import.meta.dirname, '../../..')
let app: ElectronSim
let folder: string
const errors: string[] = []

beforeAll(async () => {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
  folder = await mkdtemp(join(tmpdir(), 'pathclock-built-'))
  app = await launchElectronSim({ dataFolder: join(folder, 'data') })
  app.page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  app.page.on('pageerror', (error) => errors.push(error.message))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

type Bridge = { pathclock: { call(name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> } }
const call = (name: string, input: unknown = {}) =>
  app.page.evaluate(([method, given]) => (window as unknown as Bridge).pathclock.call(method, given), [
    name,
    input,
  ] as const)

describe('the built app', () => {
  it('opens one sandboxed window on its own page', async () => {
    const { windows, sandboxEnabled, ipcHandlers, protocolHandlers } = await app.recorded()
    expect(windows.map((window) => window.options['webPreferences'])).toEqual([
      expect.objectContaining({
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webviewTag: false,
        devTools: false,
      }),
    ])
    expect(windows[0]?.url).toMatch(/^app:\/\/pathclock\/index\.html/)
    expect({ sandboxEnabled, ipcHandlers, protocolHandlers }).toEqual({
      sandboxEnabled: true,
      ipcHandlers: ['pathclock:call'],
      protocolHandlers: ['app'],
    })
  })

  it('serves its page with the policy as a header, and the policy is in force', async () => {
    const { responses } = await app.recorded()
    for (const response of responses)
      expect(response.headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-[^' ]+'; /,
      )
    expect(responses.map((response) => response.status)).not.toContain(404)
    await app.page.reload()
    await app.page.getByRole('button').first().waitFor()
    expect(errors).toEqual([])
  })

  it('answers its own page, but no other frame', async () => {
    expect(await call('app.status')).toMatchObject({ ok: true, value: { host: 'electron', profile: null } })
    const foreignFrame = { url: 'https://evil.example/', isMainFrame: true }
    expect(await app.invokeAs(foreignFrame, 'pathclock:call', 'app.status', {})).toMatchObject({ ok: false })
    const inside = { url: 'app://pathclock/index.html', isMainFrame: false }
    expect(await app.invokeAs(inside, 'pathclock:call', 'app.status', {})).toMatchObject({ ok: false })
  })

  it('makes no request for updates if it was packed without a release server', async () => {
    expect(await call('updates.check')).toEqual({
      ok: true,
      value: { kind: 'none', checkedAt: null, held: 'build' },
    })
  })

  it('rejects unknown methods and inputs', async () => {
    await expect(call('app.quit')).rejects.toThrow('There is no method "app.quit".')
    expect(await call('profiles.select', { profileId: 7 })).toMatchObject({
      ok: false,
      failure: { code: 'rejected' },
    })
    const own = { url: 'app://pathclock/index.html', isMainFrame: true }
    const answer = await app.invokeAs(own, 'pathclock:call', 'app.quit', {})
    expect(answer.ok && JSON.parse(answer.value)).toMatchObject({ ok: false, failure: { code: 'rejected' } })
  })

  it('starts the demo, and reads a file from the open dialog in its worker', async () => {
    expect(await call('session.startDemo')).toMatchObject({ ok: true, value: { demo: true } })
    await app.answerOpenDialog(join(root, 'examples/cohort.csv'))
    const chosen = (await call('files.chooseOpen')) as { value: { fileId: string; name: string } }
    expect(chosen.value.name).toBe('cohort.csv')
    expect(await call('imports.read', { fileId: chosen.value.fileId })).toMatchObject({ ok: true })
  })

  it('has one small preload script that requires only Electron', async () => {
    const text = await readFile(join(root, 'out/preload/index.cjs'), 'utf8')
    expect(text.length).toBeLessThan(6000)
    expect([...text.matchAll(/require\(\W?([\w:]+)/g)].map((found) => found[1])).toEqual(['electron'])
  })
})

describe('the command line of the built app', () => {
  const data = () => join(folder, 'commands')

  it('runs a command without a window, and ends with its exit code', async () => {
    const run = await runCommandOnSim({ args: ['--data', data(), 'samples', 'list', '--json'] })
    expect({ ...run, printed: '' }).toMatchObject({ code: 3, faults: [], pages: 0 })
    expect(JSON.parse(run.stdout)).toMatchObject({ type: 'error', code: 'notSignedIn' })
    const version = await runCommandOnSim({ args: ['--version'] })
    expect(version).toMatchObject({ code: 0, stdout: '0.1.0\n', pages: 0 })
    expect(await runCommandOnSim({ args: ['--', 'smaples'] })).toMatchObject({ code: 2, pages: 0 })
  })

  it('reads a key from standard input, starts no second app for the keychain, and sends a request', async () => {
    const service = await startReferenceService()
    const signIn = ['login', '--service', service.url, '--api-key-stdin', '--data', data(), '--json']
    const login = await runCommandOnSim({ args: ['--', ...signIn], stdin: `${service.apiKey}\n` })
    expect(login).toMatchObject({ faults: [], pages: 0 })
    // Without a keyring the command reports that it cannot store the key.
    expect([0, 3]).toContain(login.code)
    const args = ['samples', 'list', '--service', service.url, '--data', data(), '--json']
    const env = { PATHCLOCK_API_KEY: service.apiKey }
    const listed = await runCommandOnSim({ args, env })
    await service.close()
    expect(listed).toMatchObject({ code: 0, faults: [], pages: 0 })
    expect(listed.stdout.trim().split('\n').at(-1)).toContain('"type":"summary"')
  })
})
