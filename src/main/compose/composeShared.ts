import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { PushedEvent } from '../../shared/contract/events.ts'
import { defaultSettings, recoverSettings, settingsSchema } from '../../shared/domain/app/settings.ts'
import { type Message, message, toEnglish } from '../../shared/words/message.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { createFiles, createPastedTextFiles, makeFilesPrivate } from '../adapters/files/files.ts'
import { createSharedJsonFile } from '../adapters/files/jsonFile.ts'
import { createLog } from '../adapters/files/log.ts'
import { startHelper } from '../adapters/keychain/helperClient.ts'
import { createSecretStore } from '../adapters/keychain/secretStore.ts'
import { createNetwork } from '../adapters/network/network.ts'
import { createPrintPdf } from '../adapters/pdf/printPdf.ts'
import { leaseOwners } from '../adapters/sqlite/leaseOwners.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { stackOf } from '../app/problemReports/problemReports.ts'
import { createSettings } from '../app/settings.ts'
import { createJobs } from '../concurrency/jobs.ts'
import type { AppOptions, Emit, Paths } from '../ports.ts'

export type Base = ReturnType<typeof composeBase>

/** Creates the parts that everything else depends on. */
export function composeBase(options: AppOptions) {
  const { dataFolder, entry, savedFileMode, clock = systemClock } = options
  ensureFolder(dataFolder)
  const paths: Paths = {
    data: dataFolder,
    renderer: join(entry.folder, '../renderer'),
    worker: (name) => join(entry.folder, 'threads', `${name}${entry.extension}`),
  }
  const random = systemRandom
  const logFile = join(dataFolder, 'pathclock.log')
  const log = createLog(logFile)
  const { emit, listen } = createEventBus()
  const files = createFiles({ random, dataFolder, savedMode: savedFileMode })
  // Runs in the background.
  if (savedFileMode !== undefined) void makeFilesPrivate(dataFolder)
  const onUnexpectedError = (error: unknown) =>
    log.write('error', 'a job failed unforeseen', { stack: stackOf(error) })
  const notices: Message[] = []
  /** The listeners read what changed. They are added when all parts exist. */
  const changes = new EventEmitter<{ status: []; settings: [] }>()
  return {
    paths,
    clock,
    random,
    logFile,
    log,
    emit,
    listen,
    files,
    changes,
    pastedText: createPastedTextFiles({ files, random }),
    locks: createLocks(join(dataFolder, 'locks'), clock),
    secrets: createSecretStore({
      launch: options.launchKeychainHelper ?? startHelper(paths.worker('keychainHelper')),
      clock,
    }),
    jobs: createJobs({ clock, random, emit, onUnexpectedError }),
    notices,
    /** Shows a message to the user until the app closes. */
    notice(text: Message) {
      notices.push(text)
      log.write('warn', toEnglish(text))
      changes.emit('status')
    },
  }
}

type Listener = (event: PushedEvent) => void

/** Passes the services' events to every listening host as plain JSON values. */
function createEventBus(): { emit: Emit; listen(listener: Listener): () => void } {
  const listeners = new Set<Listener>()
  return {
    emit: (name, payload) => {
      for (const listener of listeners) listener({ name, payload } as PushedEvent)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type Settings = Awaited<ReturnType<typeof composeSettings>>

export const composeSettings = (
  { dataFolder, offline = false }: AppOptions,
  { locks, notice, changes }: Base,
) =>
  createSettings({
    file: createSharedJsonFile(
      locks,
      join(dataFolder, 'settings.json'),
      settingsSchema,
      defaultSettings,
      (quarantinedFile) => notice(message('app.settingsFileSettingsJson', { quarantinedFile })),
      recoverSettings,
    ),
    offline,
    onChange: () => changes.emit('settings'),
  })

/** Creates the network. It is the only way out of this process. */
export const composeNetwork = (options: AppOptions, { changes }: Base, settings: Settings) =>
  createNetwork({
    createTransport: options.createTransport,
    useProxy: options.useProxy,
    proxy: settings.proxy,
    version: options.version,
    offlineSwitch: settings.offlineSwitch,
    onChange: () => changes.emit('status'),
  })

export type Network = ReturnType<typeof createNetwork>

/** The parts that all profiles share. */
export type Shared = ReturnType<typeof composeShared>

export function composeShared(
  options: AppOptions,
  base: Base,
  { settings, network }: { settings: Settings; network: Network },
) {
  const { clock, random, emit, files, jobs, paths, notice, changes } = base
  const statusChanged = (): void => void changes.emit('status')
  let online = true
  return {
    clock,
    random,
    leaseOwners,
    emit,
    files,
    jobs,
    paths,
    notice,
    statusChanged,
    transport: network.transport,
    printPdf: options.printPdf ?? createPrintPdf(),
    /** The system's folder dialog; undefined if the host has none. */
    chooseFolder: options.dialogs.chooseFolder,
    version: options.version,
    offlineSwitch: settings.offlineSwitch,
    /** Returns the percentage of a service's limit that this installation uses. */
    quotaShare: settings.quotaShare,
    /** Returns the color maps of figures. */
    palettes: settings.palettes,
    isOnline: () => online,
    setOnline(isOnline: boolean) {
      if (isOnline === online) return
      online = isOnline
      statusChanged()
    },
    /** True if unfinished work of an earlier run resumes automatically. A single command leaves it to the app. */
    resumesWork: options.resumesWork ?? options.host !== 'cli',
    /** Returns the drugs worker thread that was started with the process; null if there is none. */
    takeDrugsWorker: options.takeDrugsWorker ?? (() => null),
  }
}
