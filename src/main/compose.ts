import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { PushedEvent } from '../shared/contract/events.ts'
import type { AppStatus } from '../shared/contract/state.ts'
import { defaultOrderForm } from '../shared/domain/orderForm.ts'
import { defaultSettings, type Proxy, rescueSettings, settingsSchema } from '../shared/domain/settings.ts'
import { beforeSending } from '../shared/notSent.ts'
import { systemClock } from './adapters/clock.ts'
import { createFiles } from './adapters/files.ts'
import { makeFolder } from './adapters/folder.ts'
import { createJsonFile, createSharedJsonFile } from './adapters/jsonFile.ts'
import { forkHelper } from './adapters/keychain/forkHelper.ts'
import { createSecretStore } from './adapters/keychain/secretStore.ts'
import { createLocks } from './adapters/locks.ts'
import { createLog } from './adapters/log.ts'
import { createOfflineGate } from './adapters/offlineGate.ts'
import { createPastedText } from './adapters/pastedText.ts'
import { createPrintPdf } from './adapters/printPdf.ts'
import { makePrivate } from './adapters/privateFiles.ts'
import { createProfileRecords } from './adapters/profileRecords.ts'
import { systemRandom } from './adapters/random.ts'
import { createNodeTransport } from './adapters/transport.ts'
import { probeService, type Shared } from './composeClient.ts'
import { composeProblems } from './composeProblems.ts'
import { createDispatch, type Dispatch } from './dispatch.ts'
import { createEmbeddedDemo } from './embeddedDemo.ts'
import { createExamples, toExamplesFolder } from './examples.ts'
import { createFigureFiles } from './export/figureFiles.ts'
import { createHandlers } from './handlers.ts'
import { createJobs } from './jobs/jobs.ts'
import type {
  Dialogs,
  Files,
  LaunchHelper,
  Paths,
  PrintPdf,
  RecentDocuments,
  Transport,
  Updater,
} from './ports.ts'
import { createPushes } from './pushes.ts'
import { createRecent, recentFilesSchema } from './recent.ts'
import { createTablePreview } from './samples/tablePreview.ts'
import { explainNetworkError } from './service/networkErrors.ts'
import { noProfiles, profilesFileSchema } from './session/profiles.ts'
import { createSession } from './session/session.ts'
import { createSettings } from './settings.ts'
import { createTableLayouts, keptLayoutsSchema, noLayouts } from './tables.ts'
import { createUpdates } from './updates.ts'
import { createWorkspaces, type Workspaces } from './workspaces.ts'

export type AppOptions = {
  host: AppStatus['host']
  version: string
  dataFolder: string
  /** Where the entries of worker and helper processes lie, and their extension: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  dialogs: Dialogs
  /** `left`: to be called for each request that it really sends. */
  createTransport?: (left: () => void) => Transport
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
  takeDrugsThread?: () => Worker | null
  /** Of files that a person saves, where this process begins its own with fewer rights. */
  savedMode?: number
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
const switchLookMs = 200

/** Wires every part by hand. Gives the app once its last profile is open; no secret is read before it is needed. */
export async function createApp(options: AppOptions): Promise<App> {
  const { dataFolder, dialogs } = options
  makeFolder(dataFolder)
  const at = (name: string) => join(dataFolder, name)
  const paths = pathsOf(options)
  const clock = systemClock
  const random = systemRandom
  const log = createLog(at('pathclock.log'))
  const { emit, listen } = createPushes()
  const locks = createLocks(at('locks'), clock)
  const launch = options.launchKeychainHelper ?? forkHelper(paths.worker('keychainHelper'))
  const secrets = createSecretStore({ launch, clock })
  const files = createFiles({ random, dataFolder, savedMode: options.savedMode })
  // Nothing waits for it.
  if (options.savedMode !== undefined) void makePrivate(dataFolder)
  const pasted = createPastedText({ files, random })
  const onBug = (error: unknown) => log.write('error', 'a job failed unforeseen', { stack: stackOf(error) })
  const jobs = createJobs({ clock, random, emit, onBug })
  const changed = () => emit('status.changed', status())
  const notices: string[] = []
  const notice = (text: string) => {
    notices.push(text)
    log.write('warn', text)
  }
  const settings = await createSettings({
    file: createSharedJsonFile(
      locks,
      at('settings.json'),
      settingsSchema,
      defaultSettings,
      (keptAs) =>
        notice(
          `The settings in settings.json were damaged. They are kept as ${keptAs}, and new ones were begun.`,
        ),
      rescueSettings,
    ),
    offline: options.offline ?? false,
    changed: () => {
      if (!lookAtSwitch()) changed()
      settingsChanged()
    },
  })
  const recent = await createRecent({
    file: createJsonFile(at('recent.json'), recentFilesSchema, []),
    files,
    clock,
    random,
    hosted: options.host === 'electron',
    keeps: settings.keepRecent,
    changed: () => emit('recent.changed', {}),
    system: options.recentDocuments ?? null,
  })
  const tables = await createTableLayouts({
    file: createSharedJsonFile(locks, at('tables.json'), keptLayoutsSchema, noLayouts, (keptAs) =>
      notice(
        `How tables were arranged, in tables.json, was damaged. It is kept as ${keptAs}, and all tables are as they come.`,
      ),
    ),
  })
  let online = true
  const reachable = (now: boolean) => {
    if (now === online) return
    online = now
    changed()
  }
  const { offlineSwitch } = settings
  const onTheWay = async (): Promise<void> => options.useProxy?.(settings.proxy())
  const createTransport = (left: () => void): Transport => {
    const send = options.createTransport?.(left) ?? createNodeTransport(process.env, left, settings.proxy)
    return async (url, init = {}) => {
      await beforeSending(onTheWay(), init.signal)
      return send(url, init)
    }
  }
  const settingsChanged = (): void => {
    updates.settingsChanged()
    recent.settingsChanged()
    problems.settingsChanged()
    // More places of the quota may be free now, or fewer.
    void workspaces
      .current()
      ?.quota.refresh()
      .catch(() => undefined)
  }
  const gate = createOfflineGate({ createTransport, isOn: offlineSwitch, changed })
  const { transport } = gate
  const sendCounted = <T>(work: () => Promise<T>): Promise<T> =>
    gate.pass(() => {
      gate.left()
      return work()
    })
  /** True when it was turned, here or in another process. */
  const lookAtSwitch = (): boolean => {
    const turned = gate.turned()
    if (turned === null) return false
    // What a waiting sign-in would bring could not be used.
    if (turned === 'on') session.cancelOAuth()
    changed()
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
    reachable,
    notice,
    resumesWork: options.resumesWork ?? options.host !== 'cli',
    takeDrugsThread: options.takeDrugsThread ?? (() => null),
  }
  const records = createProfileRecords(at('profiles'))
  const session = await createSession({
    secrets,
    transport,
    clock,
    random,
    dialogs: { openExternal: (url) => sendCounted(() => dialogs.openExternal(url)) },
    listenForRedirect: async (answered, registeredUri) =>
      (await import('./adapters/redirectListener.ts')).listenForRedirect(answered, registeredUri),
    explainNetwork: explainNetworkError,
    changed,
    profilesFile: createJsonFile(at('profiles.json'), profilesFileSchema, noProfiles, (keptAs) =>
      notice(
        `The list of profiles in profiles.json was damaged. It is kept as ${keptAs} and was made again from the profiles' own folders. Sign in again where Pathclock asks for it.`,
      ),
    ),
    probe: (draft, credential) => probeService(draft, credential, shared, openQuota(draft.id)),
    records,
    locks,
    signInAt: (url) => emit('signIn.changed', { url }),
    environmentKey: options.environmentKey,
  })
  for (const name of await records.unclaimed(session.profiles().map(({ id }) => id)))
    notice(
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
    way: () => JSON.stringify(settings.now().proxy),
    pass: (work) =>
      sendCounted(async () => {
        await onTheWay()
        return work()
      }),
    running: () => jobs.list().filter(({ endedAt }) => endedAt === null).length,
    backUpJournal: async () => workspaces.current()?.backUpJournal(),
    changed: (state) => emit('update.changed', state),
  })
  listen(({ name }) => name === 'job.ended' && updates.jobEnded())
  const problems = composeProblems({
    ...options,
    codeFolders: [options.entry.folder, paths.renderer, join(paths.renderer, 'assets')],
    logFile: at('pathclock.log'),
    clock,
    files,
    settings: settings.now,
    status: () => status(),
    open: workspaces.current,
  })
  listen(problems.hear)

  const watch = setInterval(() => {
    const isSwitched = lookAtSwitch()
    if (!settings.changedElsewhere()) return
    if (!isSwitched) changed()
    settingsChanged()
  }, switchLookMs).unref()

  const status = (): AppStatus => ({
    version: options.version,
    host: options.host,
    profile: session.active(),
    profiles: session.profiles(),
    signedIn: session.signedIn(),
    online,
    offlineSwitch: offlineSwitch(),
    sentWhileOff: gate.sent(),
    secrets: secrets.status(),
    quota: quotaOf(workspaces.current()),
    demo: session.active()?.signIn === 'demo',
    notices: [...notices],
  })
  const close = async () => {
    clearInterval(watch)
    // Nobody takes it any more.
    await shared.takeDrugsThread()?.terminate()
    problems.close()
    await updates.close()
    await jobs.close()
    await workspaces.close()
    await demo.close()
    await pasted.close()
    secrets.close()
  }
  await workspaces.openFirst(options.profileName).catch(async (error: unknown) => {
    await close()
    throw error
  })
  // No profile is open, so nobody needs it.
  await shared.takeDrugsThread()?.terminate()

  const handlers = createHandlers({
    status: async () => {
      lookAtSwitch()
      // Other processes use the same quota; what they used is looked up for whoever asks.
      await workspaces
        .current()
        ?.quota.refresh()
        .catch(() => undefined)
      return status()
    },
    settings,
    files: recent.noting,
    recent,
    paste: pasted.paste,
    preview: createTablePreview({
      files,
      readerWorker: paths.worker('csvWorker'),
      form: async () => (await workspaces.current()?.orderForm.get({}))?.form ?? defaultOrderForm,
    }),
    dialogs,
    session: workspaces.session(status),
    capsules: workspaces.capsules(status),
    workspace: workspaces.require,
    readOnly: () => workspaces.current()?.readOnly ?? false,
    journal: { restore: workspaces.restoreJournal },
    figures: createFigureFiles(shared),
    jobs: { list: () => jobs.list(), cancel: ({ jobId }) => (jobs.cancel(jobId), null) },
    tables,
    updates,
    examples: createExamples({ folder: toExamplesFolder(options.entry.folder), files }),
    problems: problems.service,
  })
  return {
    dispatch: createDispatch({ handlers, log, random, failed: problems.failed }),
    listen,
    files: recent.noting,
    pages: paths.renderer,
    recordCrash: problems.record,
    close,
  }
}

function pathsOf({ dataFolder, entry }: AppOptions): Paths {
  return {
    data: dataFolder,
    renderer: join(entry.folder, '../renderer'),
    worker: (name) => join(entry.folder, `${name}${entry.extension}`),
  }
}

/** A capsule's workspace has no service whose limit could count. */
const quotaOf = (open: ReturnType<Workspaces['current']>): AppStatus['quota'] =>
  open === null || open.readOnly ? null : open.quota.status()

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
