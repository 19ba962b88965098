import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceOptions, ReferenceService } from '../../../demoService/index.ts'
import type { Call } from '../../../shared/contract/contract.ts'
import type { PushedEvent } from '../../../shared/contract/events.ts'
import { createApp } from '../../compose/composeApp.ts'
import { createCall } from '../../dispatch.ts'
import { type HostedApp } from '../../ports.ts'
import { consent } from '../../session/testing/consent.ts'
import { appOptions, noDialogs } from '../appOptions.ts'
import { checkFile } from '../labWork.ts'
import { newFolder } from '../newFolder.ts'
import { startService } from '../startService.ts'

const switchedOff = { code: 'offline', details: { reason: 'switch' } }

let folder: string
let service: ReferenceService
let app: HostedApp
let call: Call
/** Addresses that the browser was sent to. */
let opened: string[] = []
/** The user's actions on the sign-in page. */
let person: (address: string) => Promise<unknown>

beforeEach(() => {
  folder = newFolder()
  opened = []
  person = async () => {}
})
afterEach(() => app.close())

async function start(options: ReferenceOptions = {}): Promise<void> {
  service = await startService(options)
  app = await open()
  call = createCall(app.dispatch)
}

const open = () =>
  createApp({
    ...appOptions(join(folder, 'data')),
    dialogs: {
      ...noDialogs,
      openExternal: async (address) => {
        opened.push(address)
        await person(address)
      },
    },
  })

const connectKey = () => call('session.connectApiKey', { serviceUrl: service.url, apiKey: service.apiKey })
const signIn = () => call('session.connectOAuth', { serviceUrl: service.url, clientId: service.clientId })
const setSwitch = (offlineSwitch: boolean) => call('settings.set', { offlineSwitch })
const next = (isIt: (event: PushedEvent) => boolean): Promise<PushedEvent> =>
  new Promise((resolve) => {
    const unlisten = app.listen((event) => {
      if (!isIt(event)) return
      unlisten()
      resolve(event)
    })
  })

describe('signing in while the offline switch is on', () => {
  it('is refused before the browser is opened, with what to do', async () => {
    await start()
    await setSwitch(true)
    await expect(signIn()).rejects.toMatchObject(switchedOff)
    await expect(signIn()).rejects.toThrow(/offline switch is on.*Turn it off/)
    await expect(connectKey()).rejects.toMatchObject(switchedOff)
    expect([opened, service.summary().requests]).toEqual([[], 0])
  })

  it('ends where it waits for the browser, so that nothing is made of its answer', async () => {
    await start()
    const waits = next(({ name, payload }) => name === 'signIn.changed' && payload.url !== null)
    const signingIn = signIn()
    signingIn.catch(() => undefined)
    await waits
    await setSwitch(true)
    await expect(signingIn).rejects.toMatchObject({ code: 'cancelled' })
    expect((await call('app.status', {})).profile).toBeNull()
  })
})

describe('the credential of a profile', () => {
  it('is not renewed while the switch is on, and serves again after it', async () => {
    let passedMs = 0
    await start({ accessLifetimeS: 60, now: () => Date.now() + passedMs })
    person = consent
    await signIn()
    // The service has forgotten the token: whatever is requested next needs another one.
    passedMs = 120_000
    await setSwitch(true)
    const { requests } = service.summary()
    await expect(call('session.user', {})).rejects.toMatchObject(switchedOff)
    expect(service.summary().requests).toBe(requests)
    expect(await call('app.status', {})).toMatchObject({ sentWhileOff: 0, signedIn: true })
    await setSwitch(false)
    expect((await call('session.user', {})).userId).toMatch(/^usr_/)
    expect((await call('app.status', {})).sentWhileOff).toBeNull()
  })
})

describe('the switch that another app turns', () => {
  it('is reported to the page, and its settings are stored', async () => {
    await start()
    const other = await open()
    try {
      const callOther = createCall(other.dispatch)
      await connectKey()
      const switched = next(({ name, payload }) => name === 'status.changed' && payload.offlineSwitch)
      await callOther('settings.set', { offlineSwitch: true })
      await switched
      await call('settings.set', { theme: 'dark' })
      expect(await callOther('settings.get', {})).toMatchObject({ offlineSwitch: true, theme: 'dark' })
      await expect(call('session.user', {})).rejects.toMatchObject(switchedOff)
    } finally {
      await other.close()
    }
  })
})

describe('the connection check', () => {
  it('is refused while the switch is on or the service is gone, and its last report stays', async () => {
    await start()
    await connectKey()
    const last = await call('connection.check', {})
    await setSwitch(true)
    await expect(call('connection.check', {})).rejects.toMatchObject(switchedOff)
    expect(await call('connection.report', {})).toEqual(last)
    await setSwitch(false)
    await service.close()
    await expect(call('connection.check', {})).rejects.toMatchObject({ details: { reason: 'network' } })
    expect(await call('connection.report', {})).toEqual(last)
  })
})

describe('work in progress when the switch is turned on', () => {
  it('is awaited, and an order whose response is lost by then is marked as possibly placed', async () => {
    const match = { method: 'POST', path: '^/api/v1/samples$' }
    const slow = { match, fault: 'delay', delayMs: 60_000 } as const
    const [arrived, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await start({
      faults: [slow],
      sleep: (_ms, signal) => {
        arrived.resolve()
        return Promise.race([aborted(signal), cut.promise])
      },
    })
    await connectKey()
    const path = join(folder, 'samples.csv')
    await writeFile(path, 'sample_name,age\nA,40\n')
    const { batchId, jobId } = await call('imports.send', { draftId: await checkFile(call, path) })
    const ended = next(({ name, payload }) => name === 'job.ended' && payload.jobId === jobId)
    await arrived.promise
    await setSwitch(true)
    expect((await call('batches.list', {}))[0]).toMatchObject({ batchId, unknown: 0 })
    cut.reject(new Error('The connection is gone.'))
    await ended
    const [batch] = await call('batches.list', {})
    expect(batch).toMatchObject({ batchId, rows: 1, created: 0, unknown: 1, queued: 0 })
    expect((await call('app.status', {})).sentWhileOff).toBe(0)
  })
})

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
