import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReferenceService } from '../../../demoService/index.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { createApp } from '../../compose/composeApp.ts'
import { createCall } from '../../dispatch.ts'
import type { Dialogs, Transport } from '../../ports.ts'
import { consent } from '../../session/testing/consent.ts'
import { appOptions, noDialogs } from '../appOptions.ts'
import { readChildren, readFiles } from '../leakSources.ts'
import type { LeakSource } from './canary.ts'
import { recordTokens, repeatCredentials } from './leakyService.ts'

/** Dialogs of a user who allows the sign-in request, with a file manager whose error contains every secret. */
const person = (secrets: Map<string, string>): Dialogs => ({
  ...noDialogs,
  reveal: async (path) => {
    throw new Error(
      `cannot show ${path}: ${[...secrets.values()].map((value) => `Bearer ${value}`).join(' ')}`,
    )
  },
  openExternal: async (address) => void (await consent(address)),
})

export type WatchedApp = Awaited<ReturnType<typeof startWatchedApp>>

/**
 * Starts the whole app on real folders against the reference service, with a keychain in its own process. All its
 * output, files and child processes are evidence; its temporary files are in our own folder, too.
 */
export async function startWatchedApp({
  apiKey,
  clientSecret,
  environment = {},
}: Record<'apiKey' | 'clientSecret', string> & {
  /** Extra environment variables, such as a proxy. */
  environment?: Readonly<Record<string, string>>
}) {
  const root = await mkdtemp(join(tmpdir(), 'pathclock-canary-'))
  const folders = { data: join(root, 'data'), exports: join(root, 'exports'), temporary: join(root, 'tmp') }
  for (const folder of Object.values(folders)) await mkdir(folder)
  const previousTmpDir = process.env['TMPDIR']
  process.env['TMPDIR'] = folders.temporary

  let passedMs = 0
  const service = await startReferenceService({
    clientSecret,
    apiKey,
    speed: 1_000_000,
    rate: { requests: 1_000_000, windowS: 60 },
    now: () => Date.now() + passedMs,
  })
  const secrets = new Map([
    ['api key', service.apiKey],
    ['client secret', clientSecret],
  ])
  const state = { repeats: false, breaks: false }
  const app = await createApp({
    ...appOptions(folders.data),
    dialogs: person(secrets),
    createTransport: (onSend) =>
      hostile(recordTokens(createNodeTransport({ ...process.env, ...environment }, onSend), secrets), state),
  })

  const outputs: LeakSource[] = []
  const endListeners = new Map<string, () => void>()
  app.listen((event) => {
    outputs.push({ place: `event: ${event.name}`, bytes: Buffer.from(JSON.stringify(event.payload)) })
    if (event.name === 'job.ended') endListeners.get(event.payload.jobId)?.()
  })
  const dispatch = async (name: string, input: unknown) => {
    const reply = await app.dispatch(name, input)
    outputs.push({ place: `reply: ${name}`, bytes: Buffer.from(JSON.stringify(reply)) })
    return reply
  }
  const gatherEvidence = (): LeakSource[] => [
    ...outputs,
    ...readFiles(folders.data, 'data'),
    ...readFiles(folders.exports, 'exports'),
    ...readFiles(folders.temporary, 'temporary'),
    ...readChildren(),
  ]
  return {
    service,
    folders,
    secrets,
    state,
    outputs,
    dispatch,
    gather: gatherEvidence,
    files: app.files,
    recordCrash: app.recordCrash,
    advance: (ms: number): void => void (passedMs += ms),
    call: createCall(dispatch),
    finish: async (jobId: string): Promise<void> => {
      const jobEnded = new Promise<void>((resolve) => endListeners.set(jobId, resolve))
      const reply = await app.dispatch('jobs.list', {})
      const jobs = reply.ok ? (reply.value as Output<'jobs.list'>) : []
      if (jobs.some((job) => job.jobId === jobId && job.state === 'running')) await jobEnded
    },
    close: async (): Promise<void> => {
      await app.close()
      await service.close()
      if (previousTmpDir === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = previousTmpDir
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** `breaks`: fails as libraries do that put all they were given into the message. */
function hostile(transport: Transport, state: { repeats: boolean; breaks: boolean }): Transport {
  const repeating = repeatCredentials(transport)
  return async (url, init) => {
    if (state.breaks) {
      const message = `cannot send "Authorization: ${init?.headers?.['Authorization']}"`
      // Of a kind that is not tried again.
      throw Object.assign(new TypeError(message), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    }
    return (state.repeats ? repeating : transport)(url, init)
  }
}
