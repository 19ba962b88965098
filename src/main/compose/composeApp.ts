import { join } from 'node:path'
import type { AppServices } from '../../shared/contract/contract.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { defaultOrderForm } from '../../shared/domain/samples/orderForm.ts'
import { message } from '../../shared/words/message.ts'
import { removeTempFolders } from '../adapters/files/abandoned.ts'
import { createJsonFile, createSharedJsonFile, writeAtomicallySync } from '../adapters/files/jsonFile.ts'
import { createProfileRecords } from '../adapters/files/profileRecords.ts'
import { explainNetworkError } from '../api/api.ts'
import { createExamples, toExamplesFolder } from '../app/examples.ts'
import { createFileService } from '../app/fileService.ts'
import { createProblemReporting } from '../app/problemReports/problemReports.ts'
import { createRecentFiles, recentFilesSchema } from '../app/recentFiles.ts'
import { createTableLayouts, noLayouts, storedLayoutsSchema } from '../app/tableLayouts.ts'
import { createUpdates } from '../app/updates.ts'
import { createCall, createDispatch } from '../dispatch.ts'
import { createFigureFiles } from '../export/figures/figures.ts'
import type { AppOptions, Files, HostedApp } from '../ports.ts'
import { createTablePreview } from '../samples/samples.ts'
import { createSession, noProfiles, profilesFileSchema } from '../session/session.ts'
import { createCapsules } from './composeCapsule.ts'
import { probeService } from './composeClient.ts'
import { composeSession } from './composeSession.ts'
import {
  type Base,
  composeBase,
  composeNetwork,
  composeSettings,
  composeShared,
  type Network,
  type Shared,
} from './composeShared.ts'
import { createEmbeddedDemo, createWorkspaces, type OpenWorkspace } from './workspaces.ts'

/** The time until requests in flight are aborted after another process turned on the offline switch. */
const switchPollMs = 200

/** Leftovers of killed processes are removed only after the start has finished. */
const tempFoldersAfterMs = 2000

/** Wires all parts by hand. Resolves when the last profile is open. No secret is read before it is needed. */
export async function createApp(options: AppOptions): Promise<HostedApp & { files: Files }> {
  const base = composeBase(options)
  setTimeout(() => void removeTempFolders(), tempFoldersAfterMs).unref()
  const { jobs, secrets, listen, emit, log, random, changes } = base
  const parts = await composeParts(options, base)
  const { settings, network, session, shared, workspaces, open, demo, stored, readStatus } = parts
  const updates = composeUpdates(options, base, parts)
  const problems = createProblemReporting({
    ...options,
    ...base,
    codeFolders: [options.entry.folder, base.paths.renderer, join(base.paths.renderer, 'assets')],
    settings: settings.current,
    status: readStatus,
    openWorkspace: () => open.current,
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
  changes.on('status', notifyStatusChanged)
  changes.on('settings', () => {
    if (!checkOfflineSwitch()) notifyStatusChanged()
    updates.onSettingsChanged()
    stored.recentFiles.onSettingsChanged()
    problems.onSettingsChanged()
    // The quota may now allow more or fewer requests.
    void refreshQuota(open)
  })
  listen(({ name }) => name === 'job.ended' && updates.onJobEnded())
  listen(problems.onEvent)
  const settingsPoll = setInterval(() => {
    if (settings.changedElsewhere()) changes.emit('settings')
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
    workspace: () => open.current,
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

type Parts = Awaited<ReturnType<typeof composeParts>>

/** Creates the settings, network, session and workspaces, without opening a workspace. */
async function composeParts(options: AppOptions, base: Base) {
  const settings = await composeSettings(options, base)
  const stored = await composeStoredFiles(options, base, settings)
  const network = composeNetwork(options, base, settings)
  const shared = composeShared(options, base, { settings, network })
  const open: OpenWorkspace = { current: null }
  const session = await openSession(options, base, { network, shared, open })
  const capsules = createCapsules({ session, shared, locks: base.locks })
  const demo = createEmbeddedDemo(options.dataFolder)
  const workspaces = createWorkspaces({ session, demo, capsules, shared, open })
  const readStatus = (): AppStatus => ({
    version: options.version,
    host: options.host,
    profile: session.active(),
    profiles: session.profiles(),
    signedIn: session.signedIn(),
    online: shared.isOnline(),
    offlineSwitch: settings.offlineSwitch(),
    sentWhileOff: network.sentCount(),
    secrets: base.secrets.status(),
    quota: open.current?.quota?.status() ?? null,
    demo: session.active()?.signIn === 'demo',
    uncertain: open.current?.uncertainty() ?? null,
    notices: [...base.notices],
  })
  return { settings, stored, network, shared, open, session, capsules, demo, workspaces, readStatus }
}

async function composeStoredFiles(
  { dataFolder, host, recentDocuments }: AppOptions,
  base: Base,
  { keepRecent }: { keepRecent(): boolean },
) {
  const { locks, notice, emit } = base
  const recentFiles = await createRecentFiles({
    ...base,
    file: createJsonFile(join(dataFolder, 'recent.json'), recentFilesSchema, []),
    canOpenFiles: host === 'electron',
    isEnabled: keepRecent,
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

async function openSession(
  options: AppOptions,
  base: Base,
  { network, shared, open }: { network: Network; shared: Shared; open: OpenWorkspace },
) {
  const { dataFolder, dialogs } = options
  const profileRecords = createProfileRecords(join(dataFolder, 'profiles'))
  const session = await createSession({
    ...base,
    transport: network.transport,
    dialogs: { openExternal: (url) => network.runCountedIfOnline(() => dialogs.openExternal(url)) },
    listenForRedirect: async (answered, registeredUri) =>
      (await import('../adapters/network/redirectListener.ts')).listenForRedirect(answered, registeredUri),
    explainNetwork: explainNetworkError,
    changed: shared.statusChanged,
    profilesFile: createJsonFile(
      join(dataFolder, 'profiles.json'),
      profilesFileSchema,
      noProfiles,
      (quarantinedFile) => base.notice(message('app.listProfilesProfilesJson', { quarantinedFile })),
    ),
    probe: (draft, credential) => {
      const quota = open.current?.profileId === draft.id ? open.current.quota : null
      return probeService(draft, credential, shared, quota)
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
    backUpJournal: async () => open.current?.backUpJournal(),
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
        form: async () => (await open.current?.services.orderForm.get({}))?.form ?? defaultOrderForm,
      }),
    }),
    recent: stored.recentFiles,
    figures: createFigureFiles({ ...shared, copyPicture: dialogs.copyPicture }),
    jobs: { list: () => jobs.list(), cancel: ({ jobId }) => (jobs.cancel(jobId), null) },
    tables: stored.tableLayouts,
    examples,
  }
}

const refreshQuota = async ({ current }: OpenWorkspace): Promise<void> =>
  current?.quota?.refresh().catch(() => undefined)
