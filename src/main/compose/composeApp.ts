import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { AppServices } from '../../shared/contract/contract.ts'
import type { PushedEvent } from '../../shared/contract/events.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import {
  defaultSettings,
  type Proxy,
  recoverSettings,
  settingsSchema,
} from '../../shared/domain/app/settings.ts'
import { defaultOrderForm } from '../../shared/domain/samples/orderForm.ts'
import { waitBeforeSending } from '../../shared/requestNotSent.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { createFiles, createPastedTextFiles, makeFilesPrivate } from '../adapters/files/files.ts'
import { createJsonFile, createSharedJsonFile } from '../adapters/files/jsonFile.ts'
import { createLog } from '../adapters/files/log.ts'
import { createProfileRecords } from '../adapters/files/profileRecords.ts'
import { forkHelper } from '../adapters/keychain/helperClient.ts'
import { createSecretStore } from '../adapters/keychain/secretStore.ts'
import { createOfflineGate } from '../adapters/network/offlineGate.ts'
import { createNodeTransport } from '../adapters/network/transport.ts'
import { createPrintPdf } from '../adapters/pdf/printPdf.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { explainNetworkError } from '../api/http/networkErrors.ts'
import { createEventBus } from '../app/eventBus.ts'
import { createExamples, toExamplesFolder } from '../app/examples.ts'
import { createFileService } from '../app/fileService.ts'
import { createRecentFiles, recentFilesSchema } from '../app/recentFiles.ts'
import { createSettings } from '../app/settings.ts'
import { createTableLayouts, noLayouts, storedLayoutsSchema } from '../app/tableLayouts.ts'
import { createUpdates } from '../app/updates.ts'
import { createJobs } from '../concurrency/jobs.ts'
import { createDispatch, type Dispatch } from '../dispatch.ts'
import { createFigureFiles } from '../export/figures/figures.ts'
import type {
  Dialogs,
  Files,
  LaunchHelper,
  Paths,
  PrintPdf,
  RecentDocuments,
  Transport,
  Updater,
} from '../ports.ts'
import { createTablePreview } from '../samples/import/reader/tablePreview.ts'
import { noProfiles, profilesFileSchema } from '../session/profiles/profiles.ts'
import { createSession } from '../session/session.ts'
import { probeService, type Shared } from './composeClient.ts'
import { composeProblems } from './composeProblems.ts'
import { createEmbeddedDemo } from './embeddedDemo.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

export type AppOptions = {
  host: AppStatus['host']
  version: string
  dataFolder: string
  /** Where the entries of worker and helper processes lie, and their extension: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  dialogs: Dialogs
  /** `onSend`: to be called for each request that it really sends. */
  createTransport?: (onSend: () => void) => Transport
  /** Leads what that sends, and the updater, on the way that is set; left out where `createTransport` is. */
  useProxy?: (proxy: Proxy) => Promise<void>
  launchKeychainHelper?: LaunchHelper
  /** Left out: by a browser that is installed here. */
  printPdf?: PrintPdf
  /** The system's list of files that were opened last. */
  recentDocuments?: RecentDocuments
  /** No request leaves, whatever the settings say. */
  offline?: boolean
  /** The profile to open in place of the last one; it must exist. */
  profileName?: string
  /** A key for this run only; it is stored nowhere. */
  environmentKey?: { serviceUrl: string; apiKey: string }
  /** Exchanges the app for newer releases; default: nothing does. */
  updater?: Updater | null
  /** The thread of the drugs, begun before these services were loaded, which waits for its task; once. */
  takeDrugsWorker?: () => Worker | null
  /** Of files that a person saves, where this process begins its own with fewer rights. */
  savedFileMode?: number
  /** Goes on asking for screenings that had not ended; default: everywhere but on the command line. */
  resumesWork?: boolean
}

export type App = {
  dispatch: Dispatch
  listen(listener: (event: PushedEvent) => void): () => void
  files: Files
  /** The folder of the built pages. */
  pages: string
  /** Keeps a report on this computer of what stopped working, where a person lets that be kept. */
  recordCrash(where: 'main' | 'window', error: unknown): void
  /** Ends long work cleanly and closes the databases. */
  close(): Promise<void>
}

/** What is under way is given up this long after another process turned the offline switch on; new requests at once. */
const switchPollMs = 200

/** Wires every part by hand. Gives the app once its last profile is open; no secret is read before it is needed. */
export async function createApp(options: AppOptions): Promise<App> {
  const { dataFolder, dialogs } = options
  ensureFolder(dataFolder)
  const inDataFolder = (name: string) => join(dataFolder, name)
  const paths = pathsOf(options)
  const clock = systemClock
  const random = systemRandom
  const log = createLog(inDataFolder('pathclock.log'))
  const { emit, listen } = createEventBus()
  const locks = createLocks(inDataFolder('locks'), clock)
  const launch = options.launchKeychainHelper ?? forkHelper(paths.worker('keychainHelper'))
  const secrets = createSecretStore({ launch, clock })
  const files = createFiles({ random, dataFolder, savedMode: options.savedFileMode })
  // Nothing waits for it.
  if (options.savedFileMode !== undefined) void makeFilesPrivate(dataFolder)
  const pastedText = createPastedTextFiles({ files, random })
  const onUnexpectedError = (error: unknown) =>
    log.write('error', 'a job failed unforeseen', { stack: stackOf(error) })
  const jobs = createJobs({ clock, random, emit, onUnexpectedError })
  const notifyStatusChanged = () => emit('status.changed', status())
  const notices: string[] = []
  const addNotice = (text: string) => {
    notices.push(text)
    log.write('warn', text)
  }
  const settings = await createSettings({
    file: createSharedJsonFile(
      locks,
      inDataFolder('settings.json'),
      settingsSchema,
      defaultSettings,
      (quarantinedFile) =>
        addNotice(
          `The settings in settings.json were damaged. They are kept as ${quarantinedFile}, and new ones were begun.`,
        ),
      recoverSettings,
    ),
    offline: options.offline ?? false,
    onChange: () => {
      if (!checkOfflineSwitch()) notifyStatusChanged()
      onSettingsChanged()
    },
  })
  const recentFiles = await createRecentFiles({
    file: createJsonFile(inDataFolder('recent.json'), recentFilesSchema, []),
    files,
    clock,
    random,
    canOpenFiles: options.host === 'electron',
    isEnabled: settings.keepRecent,
    onChange: () => emit('recent.changed', {}),
    system: options.recentDocuments ?? null,
  })
  const tableLayouts = await createTableLayouts({
    file: createSharedJsonFile(
      locks,
      inDataFolder('tables.json'),
      storedLayoutsSchema,
      noLayouts,
      (quarantinedFile) =>
        addNotice(
          `How tables were arranged, in tables.json, was damaged. It is kept as ${quarantinedFile}, and all tables are as they come.`,
        ),
    ),
  })
  let online = true
  const setOnline = (isOnline: boolean) => {
    if (isOnline === online) return
    online = isOnline
    notifyStatusChanged()
  }
  const { offlineSwitch } = settings
  const applyProxy = async (): Promise<void> => options.useProxy?.(settings.proxy())
  const createTransport = (onSend: () => void): Transport => {
    const send = options.createTransport?.(onSend) ?? createNodeTransport(process.env, onSend, settings.proxy)
    return async (url, init = {}) => {
      await waitBeforeSending(applyProxy(), init.signal)
      return send(url, init)
    }
  }
  const onSettingsChanged = (): void => {
    updates.onSettingsChanged()
    recentFiles.onSettingsChanged()
    problems.onSettingsChanged()
    // More places of the quota may be free now, or fewer.
    void workspaces
      .current()
      ?.quota.refresh()
      .catch(() => undefined)
  }
  const offlineGate = createOfflineGate({
    createTransport,
    isOn: offlineSwitch,
    onChange: notifyStatusChanged,
  })
  const { transport } = offlineGate
  const runCountedIfOnline = <T>(work: () => Promise<T>): Promise<T> =>
    offlineGate.runUnlessOffline(() => {
      offlineGate.recordSend()
      return work()
    })
  /** True when it was turned, here or in another process. */
  const checkOfflineSwitch = (): boolean => {
    const switched = offlineGate.detectSwitch()
    if (switched === null) return false
    // What a waiting sign-in would bring could not be used.
    if (switched === 'on') session.cancelOAuth()
    notifyStatusChanged()
    return true
  }
  const shared: Shared = {
    clock,
    random,
    transport,
    emit,
    files,
    jobs,
    paths,
    printPdf: options.printPdf ?? createPrintPdf(),
    version: options.version,
    offlineSwitch,
    quotaShare: settings.quotaShare,
    palettes: settings.palettes,
    setOnline,
    notice: addNotice,
    resumesWork: options.resumesWork ?? options.host !== 'cli',
    takeDrugsWorker: options.takeDrugsWorker ?? (() => null),
  }
  const profileRecords = createProfileRecords(inDataFolder('profiles'))
  const session = await createSession({
    secrets,
    transport,
    clock,
    random,
    dialogs: { openExternal: (url) => runCountedIfOnline(() => dialogs.openExternal(url)) },
    listenForRedirect: async (answered, registeredUri) =>
      (await import('../adapters/network/redirectListener.ts')).listenForRedirect(answered, registeredUri),
    explainNetwork: explainNetworkError,
    changed: notifyStatusChanged,
    profilesFile: createJsonFile(
      inDataFolder('profiles.json'),
      profilesFileSchema,
      noProfiles,
      (quarantinedFile) =>
        addNotice(
          `The list of profiles in profiles.json was damaged. It is kept as ${quarantinedFile} and was made again from the profiles' own folders. Sign in again where Pathclock asks for it.`,
        ),
    ),
    probe: (draft, credential) => probeService(draft, credential, shared, openQuota(draft.id)),
    records: profileRecords,
    locks,
    signInAt: (url) => emit('signIn.changed', { url }),
    environmentKey: options.environmentKey,
  })
  for (const name of await profileRecords.unclaimedFolders(session.profiles().map(({ id }) => id)))
    addNotice(
      `The folder profiles/${name} holds a register of orders that belongs to no profile of the list, so they are missing here. It stays as it is; keep it, and ask for help before you order these samples again.`,
    )
  const openQuota = (profileId: string) => {
    const open = workspaces.current()
    return open?.profileId === profileId ? open.quota : null
  }
  const demo = createEmbeddedDemo(dataFolder)
  const workspaces = createWorkspaces({ session, demo, shared })

  const updates = createUpdates({
    updater: options.updater ?? null,
    clock,
    log,
    channel: settings.updateChannel,
    isOffline: offlineSwitch,
    isDemo: () => session.active()?.signIn === 'demo',
    proxyKey: () => JSON.stringify(settings.current().proxy),
    runIfOnline: (work) =>
      runCountedIfOnline(async () => {
        await applyProxy()
        return work()
      }),
    runningJobs: () => jobs.list().filter(({ endedAt }) => endedAt === null).length,
    backUpJournal: async () => workspaces.current()?.backUpJournal(),
    onChange: (state) => emit('update.changed', state),
  })
  listen(({ name }) => name === 'job.ended' && updates.onJobEnded())
  const problems = composeProblems({
    ...options,
    codeFolders: [options.entry.folder, paths.renderer, join(paths.renderer, 'assets')],
    logFile: inDataFolder('pathclock.log'),
    clock,
    files,
    settings: settings.current,
    status: () => status(),
    openWorkspace: workspaces.current,
  })
  listen(problems.onEvent)

  const settingsPoll = setInterval(() => {
    const isSwitched = checkOfflineSwitch()
    if (!settings.changedElsewhere()) return
    if (!isSwitched) notifyStatusChanged()
    onSettingsChanged()
  }, switchPollMs).unref()

  const status = (): AppStatus => ({
    version: options.version,
    host: options.host,
    profile: session.active(),
    profiles: session.profiles(),
    signedIn: session.signedIn(),
    online,
    offlineSwitch: offlineSwitch(),
    sentWhileOff: offlineGate.sentCount(),
    secrets: secrets.status(),
    quota: quotaStatusOf(workspaces.current()),
    demo: session.active()?.signIn === 'demo',
    notices: [...notices],
  })
  const close = async () => {
    clearInterval(settingsPoll)
    // Nobody takes it any more.
    await shared.takeDrugsWorker()?.terminate()
    problems.close()
    await updates.close()
    await jobs.close()
    await workspaces.close()
    await demo.close()
    await pastedText.close()
    secrets.close()
  }
  await workspaces.openFirst(options.profileName).catch(async (error: unknown) => {
    await close()
    throw error
  })
  // No profile is open, so nobody needs it.
  await shared.takeDrugsWorker()?.terminate()

  const services: AppServices = {
    app: {
      async status() {
        checkOfflineSwitch()
        // Other processes use the same quota; what they used is looked up for whoever asks.
        await workspaces
          .current()
          ?.quota.refresh()
          .catch(() => undefined)
        return status()
      },
    },
    settings,
    files: createFileService({
      dialogs,
      files: recentFiles.trackedFiles,
      pasteText: pastedText.paste,
      preview: createTablePreview({
        files,
        readerWorker: paths.worker('csvWorker'),
        form: async () => (await workspaces.current()?.services.orderForm.get({}))?.form ?? defaultOrderForm,
      }),
    }),
    recent: recentFiles,
    ...workspaces.services(status),
    figures: createFigureFiles({ ...shared, copyPicture: dialogs.copyPicture }),
    jobs: { list: () => jobs.list(), cancel: ({ jobId }) => (jobs.cancel(jobId), null) },
    tables: tableLayouts,
    updates,
    examples: createExamples({ folder: toExamplesFolder(options.entry.folder), files }),
    problems: problems.service,
  }
  return {
    dispatch: createDispatch({
      app: services,
      workspace: workspaces.current,
      log,
      random,
      onFailure: problems.recordFailure,
    }),
    listen,
    files: recentFiles.trackedFiles,
    pages: paths.renderer,
    recordCrash: problems.recordCrash,
    close,
  }
}

function pathsOf({ dataFolder, entry }: AppOptions): Paths {
  return {
    data: dataFolder,
    renderer: join(entry.folder, '../renderer'),
    worker: (name) => join(entry.folder, 'threads', `${name}${entry.extension}`),
  }
}

/** A capsule's workspace has no service whose limit could count. */
const quotaStatusOf = (open: ReturnType<Workspaces['current']>): AppStatus['quota'] =>
  open === null || open.isCapsule ? null : open.quota.status()

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
