import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Failure, rejected } from '../../shared/contract/failures.ts'
import { isCapsule, type Profile } from '../../shared/domain/app/profile.ts'
import type { CapsuleCheck } from '../../shared/domain/studies/documents.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { createProfileRecords } from '../adapters/files/profileRecords.ts'
import { renameFile } from '../concurrency/renameFile.ts'
import type { OpenCapsule } from '../export/capsule/capsule.ts'
import type { Locks } from '../ports.ts'
import type { Session } from '../session/session.ts'
import { openResults } from './composeResults.ts'
import type { Shared } from './composeShared.ts'
import { journalFile } from './dataFiles.ts'
import { openJournalWithoutLog } from './openJournal.ts'

/** Loaded on demand, since most starts do not need it. */
const loadCapsuleFiles = () => import('../export/capsule/capsule.ts')

const groupsFile = 'pathways.json'
/** The address for a capsule without a usable one. Requests are never sent there. */
const placeholderService = 'https://capsule.invalid'

/** Opens capsules as workspaces. Each is a profile with its own folder, which is complete before it becomes visible. */
export function createCapsules({
  session,
  shared: { files, paths, notice },
  locks,
}: {
  session: Session
  shared: Shared
  locks: Locks
}) {
  const folder = join(paths.data, 'profiles')
  /** Not within the folder of profiles, so that leftovers of a crash are not mistaken for profiles. */
  const openingFolder = join(paths.data, 'opening')
  /** The profile that was active when a capsule was opened, to return to when it is closed. */
  const originIds = new Map<string, string>()

  const fileById = (fileId: string) => {
    const path = files.path(fileId)
    return { path, name: basename(path) }
  }

  const folderExists = (profile: Profile): boolean => existsSync(journalFile(join(folder, profile.id)))

  /** Fails on some systems while another process has it open. The next cleanup removes it then. */
  const removeFolder = (profileId: string) =>
    rm(join(folder, profileId), { recursive: true, force: true }).catch(() => undefined)

  /** Removes the leftovers of interrupted openings and closings. Call under the lock, with the current profiles. */
  const removeLeftovers = async () => {
    await rm(openingFolder, { recursive: true, force: true })
    const knownIds = new Set(session.profiles().map(({ id }) => id))
    for (const record of await createProfileRecords(folder).readAll())
      if (isCapsule(record) && !knownIds.has(record.id)) await removeFolder(record.id)
  }

  const make = async (capsule: OpenCapsule, fileName: string): Promise<void> => {
    const profile = session.draftCapsule(toCapsuleDraft(capsule, fileName))
    const draftFolder = join(openingFolder, profile.id)
    const note = await fillFolder(draftFolder, capsule)
    await createProfileRecords(openingFolder).write(profile)
    ensureFolder(folder)
    await renameFile(draftFolder, join(folder, profile.id))
    await session.addCapsule(profile)
    if (note) notice(note)
  }

  const select = async (capsule: OpenCapsule, fileName: string): Promise<void> => {
    if (!capsule.check.intact) throw damagedFailure(capsule.check)
    await locks.withLock('capsule', async () => {
      const known = await session.capsuleOf(capsule.check.sha256)
      if (known && folderExists(known)) return session.select(known.id)
      if (known) await session.removeCapsule(known.id)
      await removeLeftovers()
      return make(capsule, fileName)
    })
  }

  return {
    verify: async ({ fileId }: { fileId: string }): Promise<CapsuleCheck> =>
      (await loadCapsuleFiles()).verifyCapsule(fileById(fileId)),

    /** Makes the profile of the capsule active, reusing that of an earlier opening if there is one. */
    async open({ fileId }: { fileId: string }): Promise<void> {
      const before = session.active()
      const { path, name } = fileById(fileId)
      const { withCapsule } = await loadCapsuleFiles()
      await withCapsule({ path, name }, (capsule) => select(capsule, name))
      const now = session.active()
      const origin = before && isCapsule(before) ? originIds.get(before.id) : before?.id
      if (now && origin !== undefined) originIds.set(now.id, origin)
    },

    /** Returns the profile that was active when the capsule was opened; undefined after a restart. */
    originOf: (profileId: string): string | undefined => originIds.get(profileId),

    /** True if the folder of such a profile still exists. The user may have removed it. */
    folderExists,

    /** Removes the profile. Its folder is removed once no process shows it. */
    forget: (profileId: string): Promise<void> => session.removeCapsule(profileId),

    removeFolder: (profileId: string): Promise<void> =>
      locks.withLock('capsule', () => removeFolder(profileId)),
  }
}

export type Capsules = ReturnType<typeof createCapsules>

function toCapsuleDraft({ manifest, check }: OpenCapsule, fileName: string) {
  const { application, made_at: madeAt, services, units } = manifest
  const origins = services.filter((service) => /^https?:/.test(service) && URL.canParse(service))
  const [service = placeholderService] = origins.map((one) => new URL(one).origin)
  return { capsule: { fileName, sha256: check.sha256, madeAt, application }, serviceUrl: service, units }
}

async function fillFolder(folder: string, capsule: OpenCapsule): Promise<Message | null> {
  ensureFolder(folder)
  const notice = () => undefined
  const { journal } = await openJournalWithoutLog(folder)
  try {
    const { answers } = await openResults({ folder, notice })
    try {
      const { fillStores } = await loadCapsuleFiles()
      const { groups, note } = await fillStores({ journal, answers }, capsule)
      await writeFile(join(folder, groupsFile), JSON.stringify(groups))
      return note
    } finally {
      await answers.close()
    }
  } finally {
    await journal.close()
  }
}

const maxShownProblems = 5

function damagedFailure({ problems, files }: CapsuleCheck): Failure {
  const shown = problems.slice(0, maxShownProblems).map(({ path, problem }) => `${path} (${problem})`)
  const more = problems.length > shown.length ? ` and ${problems.length - shown.length} more` : ''
  const problemsText = `${shown.join(', ')}${more}`
  return rejected(message('app.capsuleDamagedNotOpened', { files, problemsText }))
}

/** Reads the pathway names that were merged where the capsule was made. */
export async function groupsOfCapsule(folder: string): Promise<{ names: string[] }[]> {
  // `fillFolder` wrote it after validation.
  const groups = JSON.parse(await readFile(join(folder, groupsFile), 'utf8')) as string[][]
  return groups.map((names) => ({ names }))
}
