import { basename } from 'node:path'
import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { RecentFile } from '../../shared/domain/app/appData.ts'
import { kindOfFile } from '../../shared/domain/app/fileNames.ts'
import { message } from '../../shared/messages/message.ts'
import type { Clock, Files, JsonFile, Random, RecentDocuments } from '../ports.ts'

export const recentFilesSchema = z.array(
  z.object({ recentId: z.string().min(1), path: z.string().min(1), openedAt: z.iso.datetime() }),
)
type RecentEntries = z.infer<typeof recentFilesSchema>

/** As many entries as fit in a menu. */
const maxEntries = 10

type RecentFilesDeps = {
  file: JsonFile<RecentEntries>
  files: Files
  clock: Clock
  random: Random
  /** True if the host can open files of this computer. Otherwise the list is left unchanged and not shown. */
  canOpenFiles: boolean
  /** Returns true if the user lets recent files be listed. */
  isEnabled: () => boolean
  onChange: () => void
  /** The system's own list, or null if the host has none. */
  system: RecentDocuments | null
}

/**
 * Creates the list of recently opened files on this computer, last opened first. Their paths stay in the main process.
 */
export async function createRecentFiles(deps: RecentFilesDeps) {
  const { file, files, clock, random, canOpenFiles, isEnabled, onChange, system } = deps
  // The list is a convenience, so a file that cannot be read counts as empty.
  let entries = await file.read().catch((): RecentEntries => [])
  const visibleEntries = (): RecentEntries => (canOpenFiles ? entries : [])
  const store = async (now: RecentEntries): Promise<void> => {
    entries = now
    onChange()
    // After a failed write the list lasts until the app ends.
    await file.write(now).catch(() => undefined)
  }
  const clear = async (): Promise<null> => {
    system?.clear()
    await store([])
    return null
  }
  /** Clears the list once the setting is off, whichever host changed it. */
  const onSettingsChanged = (): void => {
    if (!isEnabled() && entries.length > 0) void clear()
  }
  onSettingsChanged()
  // Another host that cannot reach the system's list may have cleared ours while this one was closed.
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
    if (!found)
      throw new Failure('notFound', message`This file is no longer listed. Open it again.`, {
        what: message`file`,
      })
    try {
      return await adopt(found.path)
    } catch (error) {
      await store(entries.filter((entry) => entry !== found))
      throw new Failure(
        'notFound',
        message`Pathclock could not open “${basename(found.path)}” and removed it from the list. The file was moved, renamed or deleted, or its disk is not connected.`,
        { what: message`file` },
        { cause: error },
      )
    }
  }
  return {
    list,
    open,
    clear,
    /** The files, recording each one that the user opens. */
    trackedFiles: { ...files, adopt },
    /** Call when the settings changed. */
    onSettingsChanged,
  }
}

/** Returns the kind of a listed file. Backups are restored once, so they are not listed. */
function recentKindOf(path: string): RecentFile['kind'] | null {
  const kind = kindOfFile(path)
  return kind === 'backup' ? null : kind
}
