import { basename } from 'node:path'
import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import { notFound } from '../../shared/contract/failures.ts'
import type { RecentFile } from '../../shared/domain/app/appData.ts'
import { kindOfFile } from '../../shared/domain/app/fileNames.ts'
import { message } from '../../shared/words/message.ts'
import type { Clock, Files, JsonFile, Random, RecentDocuments } from '../ports.ts'

export const recentFilesSchema = z.array(
  z.object({ recentId: z.string().min(1), path: z.string().min(1), openedAt: z.iso.datetime() }),
)
type RecentEntries = z.infer<typeof recentFilesSchema>

/** As many as fit into a menu. */
const maxEntries = 10

type RecentFilesDeps = {
  file: JsonFile<RecentEntries>
  files: Files
  clock: Clock
  random: Random
  /** True if the host can open files of this computer. Otherwise the list is neither shown nor changed. */
  canOpenFiles: boolean
  /** Returns true if the user allows a list of opened files. */
  isEnabled: () => boolean
  onChange: () => void
  /** The list of the operating system, if the host has one. */
  system: RecentDocuments | null
}

/** Creates the list of files that the user opened, latest first. Their paths stay in the main process. */
export async function createRecentFiles(deps: RecentFilesDeps) {
  const { file, files, clock, random, canOpenFiles, isEnabled, onChange, system } = deps
  // An unreadable list is only a lost convenience.
  let entries = await file.read().catch((): RecentEntries => [])
  const visibleEntries = (): RecentEntries => (canOpenFiles ? entries : [])
  const store = async (now: RecentEntries): Promise<void> => {
    entries = now
    onChange()
    // Entries that cannot be written are listed until the app ends.
    await file.write(now).catch(() => undefined)
  }
  const clear = async (): Promise<null> => {
    system?.clear()
    await store([])
    return null
  }
  /** Clears the list if the user disabled it, in any host. */
  const onSettingsChanged = (): void => {
    if (!isEnabled() && entries.length > 0) void clear()
  }
  onSettingsChanged()
  // Another host may have cleared the list while this one was closed, but cannot reach the system's list.
  if (canOpenFiles && !isEnabled()) system?.clear()
  const add = async (path: string): Promise<void> => {
    if (!canOpenFiles || !isEnabled() || recentKindOf(path) === null) return
    system?.add(path)
    const entry = { recentId: random.id(), path, openedAt: new Date(clock.now()).toISOString() }
    await store([entry, ...entries.filter((other) => other.path !== path)].slice(0, maxEntries))
  }
  const adopt: Files['adopt'] = async (path) => {
    const handle = await files.adopt(path)
    await add(files.path(handle.fileId))
    return handle
  }
  const list: Handlers['recent.list'] = () =>
    visibleEntries().flatMap(({ recentId, path, openedAt }) => {
      const kind = recentKindOf(path)
      return kind ? [{ recentId, name: basename(path), kind, openedAt }] : []
    })
  const open: Handlers['recent.open'] = async ({ recentId }) => {
    const found = visibleEntries().find((entry) => entry.recentId === recentId)
    if (!found) throw notFound(message('app.fileNoLongerListed'), message('shared.file'))
    try {
      return await adopt(found.path)
    } catch (error) {
      await store(entries.filter((entry) => entry !== found))
      throw notFound(
        message('app.pathclockCouldNotOpen', { path: basename(found.path) }),
        message('shared.file'),
        { cause: error },
      )
    }
  }
  return {
    list,
    open,
    clear,
    /** Files that add an entry when the user opens one. */
    trackedFiles: { ...files, adopt },
    onSettingsChanged,
  }
}

/** A backup is restored once, so it is not listed. */
function recentKindOf(path: string): RecentFile['kind'] | null {
  const kind = kindOfFile(path)
  return kind === 'backup' ? null : kind
}
