import { english } from '../../../shared/words/english.ts'
import { setEnglish } from '../../../shared/words/message.ts'
import { processStreams, runCli, stopSignal } from '../../hosts/cli/runCli.ts'
import { chooseDataFolder } from '../../hosts/dataFolder.ts'
import { type Entry, readVersion } from './compileCache.ts'
import { loadApp } from './loadApp.ts'
import type { TakeDrugsWorker } from './preloadDrugsWorker.ts'

/** Runs the command of this process. */
export async function startCli(entry: Entry, takeDrugsWorker: TakeDrugsWorker): Promise<void> {
  setEnglish(english)
  const streams = processStreams()
  const signal = stopSignal(streams)
  process.exitCode = await runCli(
    { args: process.argv.slice(2), env: process.env, streams, signal },
    {
      version: readVersion(entry),
      entry,
      chooseDataFolder,
      // Loaded only by commands that need it, so that help and usage errors respond immediately.
      serve: async (options) => (await import('../../hosts/loopback/host.ts')).startLoopbackHost(options),
      compose: (options) => loadApp({ ...options, takeDrugsWorker }),
      startReferenceService: async (options) =>
        (await import('../../../demoService/index.ts')).startReferenceService(options),
    },
  )
  // Exits even if a handle is still open (a started browser, a lingering socket). A stopped command exits sooner.
  setTimeout(() => process.exit(), signal.aborted ? 200 : 2000).unref()
}
