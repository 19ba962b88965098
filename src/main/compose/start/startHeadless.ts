import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { normalizeOfflineArgument } from '../../../shared/contract/offlineArgument.ts'
import { english } from '../../../shared/words/english.ts'
import { setEnglish } from '../../../shared/words/message.ts'
import { chooseDataFolder } from '../../hosts/dataFolder.ts'
import { startLoopbackHost } from '../../hosts/loopback/host.ts'
import { abortOnStop } from '../../hosts/stopSignal.ts'
import { type Entry, readVersion } from './compileCache.ts'
import { loadApp } from './loadApp.ts'
import type { TakeDrugsWorker } from './preloadDrugsWorker.ts'

/** Serves the app until it is stopped. */
export function startHeadless(entry: Entry, takeDrugsWorker: TakeDrugsWorker): void {
  setEnglish(english)
  runHeadless(entry, takeDrugsWorker).then(
    () => setTimeout(() => process.exit(), 2000).unref(),
    (error: unknown) => {
      process.stderr.write(`pathclock: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exit(2)
    },
  )
}

async function runHeadless(entry: Entry, takeDrugsWorker: TakeDrugsWorker): Promise<void> {
  const { values } = parseArgs({
    args: normalizeOfflineArgument(process.argv.slice(2)),
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      demo: { type: 'boolean', default: false },
      offline: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
    },
  })
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!(port <= 65_535))
    throw new Error(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  abortOnStop(stopping)
  const host = await startLoopbackHost({
    compose: (dialogs) =>
      loadApp({
        host: 'loopback',
        version: readVersion(entry),
        dataFolder: chooseDataFolder(values.data, process.env),
        entry,
        takeDrugsWorker,
        dialogs,
        offline: values.offline,
      }),
    port,
    opensDemo: values.demo,
    open: !values['no-open'],
  })
  const line = process.stdout.isTTY
    ? `Pathclock is open at ${host.url}\nThe address works in the first browser that opens it. Ctrl+C stops Pathclock.`
    : JSON.stringify({ type: 'listening', url: host.url })
  process.stdout.write(`${line}\n`)
  await stopped
  await host.close()
}
