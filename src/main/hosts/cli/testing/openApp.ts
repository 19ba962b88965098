import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ReferenceOptions,
  type ReferenceService,
  startReferenceService,
} from '../../../../demoService/index.ts'
import type { Call } from '../../../../shared/contract/contract.ts'
import { createApp } from '../../../compose/composeApp.ts'
import type { AppOptions, HostedApp } from '../../../ports.ts'
import { noDialogs } from '../../../testing/appOptions.ts'
import { entry } from '../../../testing/processes/processFile.ts'
import { type CommandOutput, fastClock, runInProcess } from '../../../testing/processes/runInProcess.ts'

export type Opened = {
  app: HostedApp
  call: Call
  /** Runs a command on this app in the `--json` form. With `--offline`, runs it on an app that is offline. */
  run(...args: string[]): Promise<CommandOutput>
  /** Runs a command in the plain form. */
  runPlain(...args: string[]): Promise<CommandOutput>
}

/**
 * Opens the app on a command's data folder, with a profile that sends as fast as the reference service responds. The
 * runs share it, since opening an app with its threads is most of the cost of a command. Not suitable for commands that
 * are stopped.
 */
export async function openApp(
  dataFolder: string,
  service: ReferenceService,
  { requestsPerMinute = 60_000 }: { requestsPerMinute?: number } = {},
): Promise<Opened> {
  const options: AppOptions = {
    host: 'cli',
    version: '0.0.0-test',
    dataFolder,
    entry,
    clock: fastClock,
    dialogs: noDialogs,
    environmentKey: { serviceUrl: service.url, apiKey: service.apiKey },
  }
  const app = await createApp(options)
  const { call } = app
  const profileId = (await call('app.status', {})).profile?.id ?? ''
  await call('profiles.change', { profileId, dialect: { requests_per_minute: requestsPerMinute } })
  let offlineApp: Promise<HostedApp> | undefined
  const compose = async (meant: AppOptions): Promise<HostedApp> => {
    // Resuming work happens when an app opens, and another profile needs another app.
    if (meant.resumesWork || !meant.environmentKey) return createApp({ ...meant, clock: fastClock })
    if (meant.offline) offlineApp ??= createApp({ ...options, offline: true })
    return { ...((meant.offline ? await offlineApp : undefined) ?? app), close: async () => {} }
  }
  const runPlain = (...args: string[]) =>
    runInProcess([...args, '--data', dataFolder, '--service', service.url], {
      env: { PATHCLOCK_API_KEY: service.apiKey },
      deps: { compose },
    })
  return {
    app: {
      ...app,
      close: async () => {
        await (await offlineApp)?.close()
        await app.close()
      },
    },
    call,
    runPlain,
    run: (...args) => runPlain(...args, '--json'),
  }
}

export const exampleCohort = join(import.meta.dirname, '../../../../../examples/cohort.csv')

export type CommandLine = Awaited<ReturnType<typeof openCommandLine>>

/** Opens the app in a folder of its own, at a reference service of its own. `close` removes both. */
export async function openCommandLine(
  serviceOptions: ReferenceOptions = {},
  options: Parameters<typeof openApp>[2] = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-cli-'))
  const service = await startReferenceService({
    speed: 100_000,
    rate: { requests: 60_000, windowS: 60 },
    ...serviceOptions,
  })
  const opened = await openApp(join(folder, 'data'), service, options)
  return {
    ...opened,
    folder,
    service,
    save: (name: string, content: string | Uint8Array) => saveFile(folder, name, content),
    close: async () => {
      await opened.app.close()
      await service.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Opens the command line with the example cohort ordered and analyzed with the clock. */
export async function openAnalyzedCohort(): Promise<CommandLine> {
  const opened = await openCommandLine()
  await opened.run('samples', 'import', exampleCohort, '--yes')
  await opened.run('analyze', '--all', '--clock')
  return opened
}

/** Places an order as another computer would, until its response arrives. Returns the id of the sample. */
export async function orderElsewhere(service: ReferenceService, order: object): Promise<string> {
  const { status, body } = await askService(service, 'samples', order)
  return status === 502 ? orderElsewhere(service, order) : String(body.data['sample_id'])
}

/** Posts to the service as another program would. */
export async function askService({ url, apiKey }: ReferenceService, path: string, json: object) {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
  return { status: answer.status, body: (await answer.json()) as { data: Record<string, unknown> } }
}

/** Writes a file and returns its path. */
export async function saveFile(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), content)
  return join(folder, name)
}
