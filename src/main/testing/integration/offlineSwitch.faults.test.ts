import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReferenceService } from '../../../demoService/index.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import type { Reply } from '../../../shared/contract/failures.ts'
import { type MethodName, methodNames } from '../../../shared/contract/methodNames.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { openApp } from '../../hosts/cli/testing/openApp.ts'
import { commandsOn } from '../../hosts/cli/testing/runCommand.ts'
import { everyInput, type Fixtures, whileOffline } from '../everyMethod.ts'
import { isFull, printFigure } from '../faults.ts'
import { type Attempt, createGuard } from '../guards/networkGuard.ts'
import { type Mutation, mutantEnv } from '../mutations.ts'
import { newFolder } from '../newFolder.ts'
import { type ServedApp, serveApp } from '../servedApp.ts'
import { saveDrugs, simulateLabDay, troubles } from '../simulateLabDay.ts'
import { startService } from '../startService.ts'

let folder: string
let service: ReferenceService
let guard: ReturnType<typeof createGuard>
const open: { close(): Promise<unknown> }[] = []

beforeEach(async () => {
  folder = newFolder()
  guard = createGuard(join(folder, 'attempts.jsonl'))
  service = await startService({ speed: 100_000, faults: troubles })
})
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
})

/** The real entry in a process of its own, guarded, with a key of the environment. */
async function serve(...args: string[]): Promise<ServedApp> {
  const env = { ...guard.env, PATHCLOCK_API_KEY: service.apiKey }
  const app = await serveApp(['--data', join(folder, 'data'), '--service', service.url, ...args], env)
  open.push(app)
  return app
}

/** These change which profile is open, or close it for a moment, so they come last. */
const lastMethods: MethodName[] = [
  'workspace.restore',
  'session.signOut',
  'profiles.select',
  'session.startDemo',
  'session.openDemoStudy',
]
const inOrder = [...methodNames.filter((name) => !lastMethods.includes(name)), ...lastMethods]

function outcomeOf(reply: Reply<unknown>): string {
  if (!reply.ok) {
    const { code, details, message } = reply.failure
    if (code !== 'offline') return `${code}: ${toEnglish(message)}`
    return details.reason === 'switch' ? code : `${code} for another reason: ${toEnglish(message)}`
  }
  const { jobId } = (reply.value ?? {}) as { jobId?: string | null }
  return jobId ? 'job' : 'answer'
}

/** Calls every method once, and waits for the jobs; gives those that came to something else than the table allows. */
async function callEverything(app: ServedApp, made: Fixtures): Promise<Record<string, string>> {
  const others: Record<string, string> = {}
  for (const name of inOrder) {
    if (name === lastMethods[0]) await endOfJobs(app)
    const outcome = outcomeOf(await app.dispatch(name, everyInput[name](made)))
    const allowed = whileOffline[name] ?? ['answer']
    if (!allowed.some((one) => outcome === one || outcome.startsWith(`${one}: `))) others[name] = outcome
  }
  return others
}

const endOfJobs = async (app: ServedApp): Promise<void> => {
  for (const { jobId } of await app.call('jobs.list', {})) await app.finish(jobId)
}

const formatAttempts = (attempts: Attempt[]): string[] =>
  attempts.map(({ kind, target, stack }) => `${kind} ${target}\n${stack.join('\n')}`)

/** Both doors let everything through. */
const openGates: Mutation[] = [
  {
    file: 'api/http/exchange.ts',
    from: 'if (!offlineSwitch()) return',
    to: 'if (offlineSwitch() || true) return',
  },
  { file: 'network/offlineGate.ts', from: 'if (isOn()) throw switchedOff()', to: '' },
]

/** A door that forgets to look what other processes have set. */
const readsOnce: Mutation[] = [
  { file: '/main/app/settings.ts', from: 'const latest = file.latest()', to: 'const latest = null' },
]

/**
 * Turns the switch in the app while another process fetches drugs; gives what the service counted until that process has
 * ended or plainly goes on.
 */
async function turnedWhileSyncing(mutant: Record<string, string> | null = null) {
  const slow = { match: { path: '/api/v1/drugs/' }, fault: 'delay', delayMs: 20 } as const
  await service.close()
  service = await startService({ faults: [slow] })
  const { app, call } = await openApp(join(folder, 'data'), service)
  open.push(app)
  const { start } = commandsOn(service, join(folder, 'data'))
  const sync = start(['drugs', 'sync', '--detail', 'pathways'], {
    env: mutant ?? {},
    fromSource: mutant !== null,
  })
  const { requests } = service.summary()
  await vi.waitUntil(() => service.summary().requests > requests + 15, { timeout: 100_000, interval: 5 })
  await call('settings.set', { offlineSwitch: true })
  const before = service.summary().requests
  const left = () => service.summary().requests - before
  const isPlain = () => sync.child.exitCode !== null || left() > 10
  await vi.waitUntil(isPlain, { timeout: 60_000, interval: 5 })
  return { sync, left: left() }
}

const status = (app: ServedApp): Promise<Output<'app.status'>> => app.call('app.status', {})

describe('the offline switch', () => {
  it('has a call of every method to be proved with', () => {
    expect(Object.keys(everyInput).sort()).toEqual([...methodNames].sort())
  })

  it('lets nothing leave by any path: no socket is opened or written to', async () => {
    const app = await serve()
    const made = await simulateLabDay(app, service)
    await app.call('settings.set', { offlineSwitch: true })
    guard.close()
    const sinceMs = Date.now()
    const before = service.summary().requests
    const others = await callEverything(app, made)
    expect(others).toEqual({})
    const { sentWhileOff, demo } = await status(app)
    // The demo is open now: its service runs in the same process, and is not reached either.
    expect([demo, sentWhileOff]).toEqual([true, 0])
    expect(await app.dispatch('session.user', {})).toMatchObject({ failure: { code: 'offline' } })
    expect(await app.call('drugs.search', { text: 'rapamycin' })).toMatchObject({ source: 'cache' })
    const attempts = guard.attempts(sinceMs)
    expect(formatAttempts(attempts)).toEqual([])
    expect(service.summary().requests).toBe(before)
    const threads = guard.guarded().filter(({ thread }) => thread > 0)
    expect(threads.length).toBeGreaterThan(0)
    printFigure('offline switch', 'every method with the switch on', {
      methods: inOrder.length,
      attempts: attempts.length,
      'sent while off': sentWhileOff ?? 'null',
    })
  })

  it.runIf(isFull)('would be seen through: without it the same calls do try to get out', async () => {
    const app = await serve()
    // These need nothing of what a lab has made.
    const made = { serviceUrl: service.url, apiKey: service.apiKey } as Fixtures
    guard.close()
    const sinceMs = Date.now()
    const silent: string[] = []
    for (const name of [
      'session.user',
      'drugs.search',
      'connection.check',
      'session.connectOAuth',
    ] as const) {
      const already = guard.attempts(sinceMs).length
      await app.dispatch(name, everyInput[name](made))
      if (guard.attempts(sinceMs).length === already) silent.push(name)
    }
    expect(silent).toEqual([])
    expect((await status(app)).sentWhileOff).toBeNull()
    printFigure('offline switch', 'control: the switch off', { attempts: guard.attempts(sinceMs).length })
  })

  it.runIf(isFull)('makes the count report a path that is left open', async () => {
    const env = { PATHCLOCK_API_KEY: service.apiKey, ...mutantEnv(openGates) }
    const args = ['--data', join(folder, 'data'), '--service', service.url]
    const mutant = await serveApp(args, env, { fromSource: true })
    open.push(mutant)
    await mutant.call('settings.set', { offlineSwitch: true })
    const before = service.summary().requests
    await mutant.call('session.user', {})
    expect(service.summary().requests).toBeGreaterThan(before)
    const { sentWhileOff } = await status(mutant)
    expect(sentWhileOff).toBe(service.summary().requests - before)
    printFigure('offline switch', 'mutant: open doors', { 'sent while off': sentWhileOff ?? 'null' })
  })

  it('is stored over a restart, and no work of an earlier run leaves', async () => {
    const first = await serve()
    // The quick form leaves one drug in the cache and one plan at work.
    if (isFull) await simulateLabDay(first, service)
    else await saveDrugs(first)
    await first.call('settings.set', { offlineSwitch: true })
    await first.close()
    guard.close()
    const sinceMs = Date.now()
    const again = await serve()
    expect(await status(again)).toMatchObject({ offlineSwitch: true, sentWhileOff: 0, signedIn: true })
    expect(await again.call('drugs.search', { text: 'rapamycin' })).toMatchObject({ source: 'cache' })
    expect(formatAttempts(guard.attempts(sinceMs))).toEqual([])
    await again.close()
    expect(formatAttempts(guard.attempts(sinceMs))).toEqual([])
  })

  it('holds in another process on the same data, which is cut off in its work', async () => {
    const { sync, left } = await turnedWhileSyncing()
    const { code, stderr } = await sync.ended
    // The service counts a request when it responds, and four were in progress.
    expect(left).toBeLessThanOrEqual(4)
    expect(code).toBe(4)
    expect(stderr).toMatch(/offline/)
    printFigure('offline switch', 'another process at work', { 'requests after it': left })
  })

  it.runIf(isFull)('would not hold there in a process that reads the settings once', async () => {
    const { sync, left } = await turnedWhileSyncing(mutantEnv(readsOnce))
    expect(left).toBeGreaterThan(10)
    sync.child.kill('SIGINT')
    await sync.ended
    printFigure('offline switch', 'control: another process that reads once', { 'requests after it': left })
  })

  it('holds for a run that was started with --offline, demo and all', async () => {
    guard.close()
    const sinceMs = Date.now()
    const app = await serve('--offline', '--demo')
    expect(await app.call('session.startDemo', {})).toMatchObject({ demo: true, sentWhileOff: 0 })
    expect(await app.call('drugs.search', { text: 'rapamycin' })).toMatchObject({ source: 'cache', total: 0 })
    expect(await app.dispatch('session.user', {})).toMatchObject({ failure: { code: 'offline' } })
    expect(formatAttempts(guard.attempts(sinceMs))).toEqual([])
  })
})
