import { join } from 'node:path'

/**
 * The processes and threads of the app as tests start them: bundled from the source before the first test, which
 * scripts/testProcesses.mjs does. In the form of what `createApp` is given.
 */
export const entry = {
  folder: join(import.meta.dirname, '../../../../node_modules/.processes/out/main'),
  extension: '.js',
}

type ProcessName =
  | 'analysesWorker'
  | 'askClient'
  | 'askService'
  | 'cli'
  | 'contender'
  | 'csvWorker'
  | 'drugsWorker'
  | 'exportWorker'
  | 'figuresWorker'
  | 'journalExchanger'
  | 'journalWorker'
  | 'drugWriterProcess'
  | 'killedSender'
  | 'migrator'
  | 'quotaProcess'
  | 'sender'
  | 'syncProcess'

/** The file to start for the entry of this name. */
export const processFile = (name: ProcessName): string =>
  join(entry.folder, name.endsWith('Worker') ? 'threads' : '', `${name}${entry.extension}`)
