import { join } from 'node:path'
import type { AppServices } from '../../shared/contract/contract.ts'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { defaultSettings, recoverSettings, settingsSchema } from '../../shared/domain/app/settings.ts'
import { defaultOrderForm } from '../../shared/domain/samples/orderForm.ts'
import { type Message, message, toEnglish } from '../../shared/words/message.ts'
import { removeTempFolders } from '../adapters/files/abandoned.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { createFiles, createPastedTextFiles, makeFilesPrivate } from '../adapters/files/files.ts'
import { createJsonFile, createSharedJsonFile, writeAtomicallySync } from '../adapters/files/jsonFile.ts'
import { createLog } from '../adapters/files/log.ts'
import { createProfileRecords } from '../adapters/files/profileRecords.ts'
import { startHelper } from '../adapters/keychain/helperClient.ts'
import { createSecretStore } from '../adapters/keychain/secretStore.ts'
import { createNetwork } from '../adapters/network/network.ts'
import { createPrintPdf } from '../adapters/pdf/printPdf.ts'
import { leaseOwners } from '../adapters/sqlite/leaseOwners.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { explainNetworkError } from '../api/api.ts'
import { createExamples, toExamplesFolder } from '../app/examples.ts'
import { createFileService } from '../app/fileService.ts'
import { createProblemReporting, stackOf } from '../app/problemReports/problemReports.ts'
import { createRecentFiles, recentFilesSchema } from '../app/recentFiles.ts'
import { createSettings } from '../app/settings.ts'
import { createTableLayouts, noLayouts, storedLayoutsSchema } from '../app/tableLayouts.ts'
import { createUpdates } from '../app/updates.ts'
import { createJobs } from '../concurrency/jobs.ts'
import { createCall, createDispatch } from '../dispatch.ts'
import { createFigureFiles } from '../export/figures/figures.ts'
import type { AppOptions, Emit, Files, HostedApp, Paths } from '../ports.ts'
import { createTablePreview } from '../samples/samples.ts'
import { createSession, noProfiles, profilesFileSchema } from '../session/session.ts'
import { createCapsules } from './composeCapsule.ts'
import { probeService, type Shared } from './composeClient.ts'
import { composeSession } from './composeSession.ts'
import {
  createEmbeddedDemo,
  createOpenWorkspace,
  createWorkspaces,
  type OpenWorkspace,
} from './workspaces.ts'

/** The time until requests in flight are aborted after another process turned on the offline switch. */
const switchPollMs = 200

/** Leftovers of killed processes are removed only after the start has finished. */
const tempFoldersAfterMs = 2000

/** Wires all parts by hand. Resolves when the last profile is open. No secret is read before it is needed. */
export async function createApp(options: AppOptions): Promise<HostedApp & { files: Files }> {
  const base = composeBase(options)
  setTimeout(() => void removeTempFolders(), tempFoldersAfterMs).unref()
  const { jobs, secrets, listen, emit, log, random } = base
  const parts = await composeParts(options, base)
  const { settings, network, session, shared, workspaces, open, demo, stored, readStatus } = parts
  const updates = composeUpdates(options, base, parts)
  const problems = createProblemReporting({
    ...options,
    ...base,
    codeFolders: [options.entry.folder, base.paths.renderer, join(base.paths.renderer, 'assets')],
    settings: settings.current,
    status: readStatus,
    openWorkspace: open.get,
    writeAtomically: writeAtomicallySync,
  })
  const notifyStatusChanged = () => emit('status.changed', readStatus())
  /** Returns true if the switch was turned, here or in another process. */
  const checkOfflineSwitch = (): boolean => {
    const switched = network.detectSwitch()
    if (switched === null) return false
    // The result of a waiting sign-in could not be used.
    if (switched === 'on') session.cancelOAuth()
    notifyStatusChanged()
    return true
  }
  const onSettingsChanged = (): void => {
    updates.onSettingsChanged()
    stored.recentFiles.onSettingsChanged()
    problems.onSettingsChanged()
    // The quota may now allow more or fewer requests.
    void refreshQuota(open)
  }
  parts.statusChange.subscribe(notifyStatusChanged)
  parts.settingsChange.subscribe(() => {
    if (!checkOfflineSwitch()) notifyStatusChanged()
    onSettingsChanged()
  })
  listen(({ name }) => name === 'job.ended' && updates.onJobEnded())
  listen(problems.onEvent)
  const settingsPoll = setInterval(() => {
    if (settings.changedElsewhere()) parts.settingsChange.notify()
  }, switchPollMs).unref()
  const close = async () => {
    clearInterval(settingsPoll)
    // It is no longer needed.
    await shared.takeDrugsWorker()?.terminate()
    problems.close()
    await updates.close()
    await jobs.close()
    await workspaces.close()
    await demo.close()
    await base.pastedText.close()
    secrets.close()
  }
  await workspaces.openFirst(options.profileName).catch(async (error: unknown) => {
    await close()
    throw error
  })
  // No profile is open, so the worker is not needed.
  await shared.takeDrugsWorker()?.terminate()

  const app: AppServices = {
    ...composeAppServices(options, base, parts),
    app: {
      async status() {
        checkOfflineSwitch()
        // Other processes use the same quota, so their use is read for each call.
        await refreshQuota(open)
        return readStatus()
      },
    },
    updates,
    problems: problems.service,
  }
  const dispatch = createDispatch({
    app,
    workspace: open.get,
    log,
    random,
    onFailure: problems.recordFailure,
  })
  return {
    dispatch,
    call: createCall(dispatch),
    listen,
    files: stored.recentFiles.trackedFiles,
    pages: base.paths.renderer,
    recordCrash: problems.recordCrash,
    endJobs: jobs.close,
    close,
  }
}

type Base = ReturnType<typeof composeBase>

/** Creates the parts that everything else depends on. */
function composeBase(options: AppOptions) {
  const { dataFolder, savedFileMode } = options
  ensureFolder(dataFolder)
  const paths = pathsOf(options)
  const { clock = systemClock } = options
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
  return {
    paths,
    clock,
    random,
    logFile,
    log,
    emit,
    listen,
    files,
    pastedText: createPastedTextFiles({ files, random }),
    locks: createLocks(join(dataFolder, 'locks'), clock),
    secrets: createSecretStore({
      launch: options.launchKeychainHelper ?? startHelper(paths.worker('keychainHelper')),
      clock,
    }),
    jobs: createJobs({ clock, random, emit, onUnexpectedError }),
    notices,
    notice(text: Message) {
      notices.push(text)
      log.write('warn', toEnglish(text))
    },
  }
}

type Signal = { notify(): void; subscribe(listener: () => void): void }

/** Creates a signal without data. Its listeners read what changed; they subscribe when all parts exist. */
function createSignal(): Signal {
  const listeners: (() => void)[] = []
  return {
    notify: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.push(listener)
    },
  }
}

type Parts = Awaited<ReturnType<typeof composeParts>>

/** Creates the settings, network, session and workspaces, without opening a workspace. */
async function composeParts(options: AppOptions, base: Base) {
  const [statusChange, settingsChange] = [createSignal(), createSignal()]
  const settings = await composeSettings(options, base, settingsChange)
  const stored = await composeStoredFiles(options, base, settings)
  const network = createNetwork({
    createTransport: options.createTransport,
    useProxy: options.useProxy,
    proxy: settings.proxy,
    version: options.version,
    offlineSwitch: settings.offlineSwitch,
    onChange: statusChange.notify,
  })
  let online = true
  const { clock, random, emit, files, jobs, paths, notice } = base
  const shared: Shared = {
    clock,
    random,
    leaseOwners,
    emit,
    files,
    jobs,
    paths,
    notice(text) {
      notice(text)
      statusChange.notify()
    },
    statusChanged: statusChange.notify,
    transport: network.transport,
    printPdf: options.printPdf ?? createPrintPdf(),
    chooseFolder: options.dialogs.chooseFolder,
    version: options.version,
    offlineSwitch: settings.offlineSwitch,
    quotaShare: settings.quotaShare,
    palettes: settings.palettes,
    setOnline(isOnline) {
      if (isOnline === online) return
      online = isOnline
      statusChange.notify()
    },
    resumesWork: options.resumesWork ?? options.host !== 'cli',
    takeDrugsWorker: options.takeDrugsWorker ?? (() => null),
  }
  const open = createOpenWorkspace()
  const session = await openSession({ options, base, network, shared, open, statusChange })
  const capsules = createCapsules({ session, shared })
  const demo = createEmbeddedDemo(options.dataFolder)
  const workspaces = createWorkspaces({ session, demo, capsules, shared, open })
  const readStatus = (): AppStatus => ({
    version: options.version,
    host: options.host,
    profile: session.active(),
    profiles: session.profiles(),
    signedIn: session.signedIn(),
    online,
    offlineSwitch: settings.offlineSwitch(),
    sentWhileOff: network.sentCount(),
    secrets: base.secrets.status(),
    quota: open.get()?.quota?.status() ?? null,
    demo: session.active()?.signIn === 'demo',
    uncertain: open.get()?.uncertainty() ?? null,
    notices: [...base.notices],
  })
  return {
    statusChange,
    settingsChange,
    settings,
    stored,
    network,
    shared,
    open,
    session,
    capsules,
    demo,
    workspaces,
    readStatus,
  }
}

const composeSettings = (
  { dataFolder, offline = false }: AppOptions,
  { locks, notice }: Base,
  change: Signal,
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
    onChange: change.notify,
  })

async function composeStoredFiles(
  { dataFolder, host, recentDocuments }: AppOptions,
  base: Base,
  settings: Awaited<ReturnType<typeof composeSettings>>,
) {
  const { locks, notice, emit } = base
  const recentFiles = await createRecentFiles({
    ...base,
    file: createJsonFile(join(dataFolder, 'recent.json'), recentFilesSchema, []),
    canOpenFiles: host === 'electron',
    isEnabled: settings.keepRecent,
    onChange: () => emit('recent.changed', {}),
    system: recentDocuments ?? null,
  })
  const tableLayouts = await createTableLayouts({
    file: createSharedJsonFile(
      locks,
      join(dataFolder, 'tables.json'),
      storedLayoutsSchema,
      noLayouts,
      (quarantinedFile) => notice(message('app.tableLayoutsTablesJson', { quarantinedFile })),
    ),
  })
  return { recentFiles, tableLayouts }
}

type SessionParts = {
  options: AppOptions
  base: Base
  network: ReturnType<typeof createNetwork>
  shared: Shared
  open: OpenWorkspace
  statusChange: Signal
}

async function openSession({ options, base, network, shared, open, statusChange }: SessionParts) {
  const { dataFolder, dialogs } = options
  const profileRecords = createProfileRecords(join(dataFolder, 'profiles'))
  const session = await createSession({
    ...base,
    transport: network.transport,
    dialogs: { openExternal: (url) => network.runCountedIfOnline(() => dialogs.openExternal(url)) },
    listenForRedirect: async (answered, registeredUri) =>
      (await import('../adapters/network/redirectListener.ts')).listenForRedirect(answered, registeredUri),
    explainNetwork: explainNetworkError,
    changed: statusChange.notify,
    profilesFile: createJsonFile(
      join(dataFolder, 'profiles.json'),
      profilesFileSchema,
      noProfiles,
      (quarantinedFile) => base.notice(message('app.listProfilesProfilesJson', { quarantinedFile })),
    ),
    probe: (draft, credential) => {
      const current = open.get()
      return probeService(draft, credential, shared, current?.profileId === draft.id ? current.quota : null)
    },
    records: profileRecords,
    signInAt: (url) => base.emit('signIn.changed', { url }),
    environmentKey: options.environmentKey,
  })
  for (const name of await profileRecords.unclaimedFolders(session.profiles().map(({ id }) => id)))
    base.notice(message('app.folderProfilesHoldsOrders', { name }))
  return session
}

const composeUpdates = (
  { updater = null }: AppOptions,
  base: Base,
  { settings, network, session, open }: Parts,
) =>
  createUpdates({
    ...base,
    updater,
    channel: settings.updateChannel,
    isOffline: settings.offlineSwitch,
    isDemo: () => session.active()?.signIn === 'demo',
    proxyKey: () => JSON.stringify(settings.current().proxy),
    runIfOnline: (work) =>
      network.runCountedIfOnline(async () => {
        await network.applyProxy()
        return work()
      }),
    runningJobs: () => base.jobs.list().filter(({ endedAt }) => endedAt === null).length,
    backUpJournal: async () => open.get()?.backUpJournal(),
    onChange: (state) => base.emit('update.changed', state),
  })

function composeAppServices(
  { dialogs, entry }: AppOptions,
  { files, paths, jobs, pastedText, emit }: Base,
  parts: Parts,
): Omit<AppServices, 'app' | 'updates' | 'problems'> {
  const { settings, stored, shared, open, readStatus } = parts
  const examples = createExamples({ folder: toExamplesFolder(entry.folder), files })
  return {
    ...composeSession({ ...parts, openExample: examples.open, status: readStatus, emit }),
    settings,
    files: createFileService({
      dialogs,
      files: stored.recentFiles.trackedFiles,
      pasteText: pastedText.paste,
      preview: createTablePreview({
        files,
        readerWorker: paths.worker('csvWorker'),
        form: async () => (await open.get()?.services.orderForm.get({}))?.form ?? defaultOrderForm,
      }),
    }),
    recent: stored.recentFiles,
    figures: createFigureFiles({ ...shared, copyPicture: dialogs.copyPicture }),
    jobs: { list: () => jobs.list(), cancel: ({ jobId }) => (jobs.cancel(jobId), null) },
    tables: stored.tableLayouts,
    examples,
  }
}

const refreshQuota = async (open: OpenWorkspace): Promise<void> =>
  open
    .get()
    ?.quota?.refresh()
    .catch(() => undefined)

function pathsOf({ dataFolder, entry }: AppOptions): Paths {
  return {
    data: dataFolder,
    renderer: join(entry.folder, '../renderer'),
    worker: (name) => join(entry.folder, 'threads', `${name}${entry.extension}`),
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
