import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Failure, readOnlyFailure } from '../../shared/contract/failures.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import type { CapsuleCheck } from '../../shared/domain/results/study.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { createProfileRecords } from '../adapters/files/profileRecords.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import type { createRemoteService } from '../api/remoteService.ts'
import { fillStores } from '../export/capsule/fillStores.ts'
import { type OpenCapsule, verifyCapsule, withCapsule } from '../export/capsule/verify.ts'
import type { Session } from '../session/session.ts'
import type { Shared } from './composeClient.ts'
import { journalFile, openJournal } from './composeJournal.ts'
import { openResults } from './composeResults.ts'

type Groups = { names: string[] }[]

const groupsFile = 'pathways.json'
/** For a capsule without an address that could be one; no request is ever sent there. */
const placeholderService = 'https://capsule.invalid'

export const isOfCapsule = ({ signIn }: Pick<Profile, 'signIn'>): boolean => signIn === 'capsule'

/** Capsules as workspaces: each a profile with a folder of its own, filled before anybody can see it. */
export function createCapsules({
  session,
  shared,
}: {
  session: Session
  shared: Pick<Shared, 'clock' | 'files' | 'paths'>
}) {
  const { clock, files, paths } = shared
  const folder = join(paths.data, 'profiles')
  /** Beside the profiles, so that what a crash leaves here is taken for none. */
  const openingFolder = join(paths.data, 'opening')
  const locks = createLocks(join(paths.data, 'locks'), clock)

  const fileById = (fileId: string) => {
    const path = files.path(fileId)
    return { path, name: basename(path) }
  }

  const folderExists = (profile: Profile): boolean => existsSync(journalFile(join(folder, profile.id)))

  /** What an opening or a closing that was cut off has left; under the lock, with the profiles as they are now. */
  const removeLeftovers = async () => {
    await rm(openingFolder, { recursive: true, force: true })
    const knownIds = new Set(session.profiles().map(({ id }) => id))
    for (const record of await createProfileRecords(folder).readAll())
      if (isOfCapsule(record) && !knownIds.has(record.id)) await removeFolder(record.id)
  }

  /** Another process that shows it keeps it there on some systems; the next sweep takes it then. */
  const removeFolder = (profileId: string) =>
    rm(join(folder, profileId), { recursive: true, force: true }).catch(() => undefined)

  const make = async (capsule: OpenCapsule, fileName: string): Promise<void> => {
    const profile = session.draftCapsule(toCapsuleDraft(capsule, fileName))
    const draftFolder = join(openingFolder, profile.id)
    await fillFolder(draftFolder, capsule, clock)
    await createProfileRecords(openingFolder).write(profile)
    ensureFolder(folder)
    await rename(draftFolder, join(folder, profile.id))
    await session.addCapsule(profile)
  }

  return {
    verify: ({ fileId }: { fileId: string }): Promise<CapsuleCheck> => verifyCapsule(fileById(fileId)),

    /** Leaves the profile of the capsule the active one: that of an earlier opening where there is one. */
    open: ({ fileId }: { fileId: string }): Promise<void> =>
      withCapsule(fileById(fileId), async (capsule) => {
        if (!capsule.check.intact) throw damagedFailure(capsule.check)
        await locks.withLock('capsule', async () => {
          const known = await session.capsuleOf(capsule.check.sha256)
          if (known && folderExists(known)) return session.select(known.id)
          if (known) await session.removeCapsule(known.id)
          await removeLeftovers()
          return make(capsule, fileById(fileId).name)
        })
      }),

    /** Whether the folder of such a profile is still there; someone may have removed it. */
    folderExists,

    /** Forgets the profile; its folder goes when nobody shows it any more. */
    forget: (profileId: string): Promise<void> => session.removeCapsule(profileId),

    removeFolder: (profileId: string): Promise<void> =>
      locks.withLock('capsule', async () => {
        await removeFolder(profileId)
      }),
  }
}

function toCapsuleDraft({ manifest, check }: OpenCapsule, fileName: string) {
  const { application, made_at: madeAt, services, units } = manifest
  const origins = services.filter((service) => /^https?:/.test(service) && URL.canParse(service))
  const [service = placeholderService] = origins.map((one) => new URL(one).origin)
  return { capsule: { fileName, sha256: check.sha256, madeAt, application }, serviceUrl: service, units }
}

async function fillFolder(folder: string, capsule: OpenCapsule, clock: Shared['clock']): Promise<void> {
  ensureFolder(folder)
  const notice = () => undefined
  const { journal } = await openJournal({ folder, nowMs: clock.now(), notice })
  try {
    const { answers } = await openResults({ folder, clock, notice, defersChecks: false })
    try {
      const groups = await fillStores({ journal, answers }, capsule)
      await writeFile(join(folder, groupsFile), JSON.stringify(groups))
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
  return new Failure(
    'rejected',
    `The capsule is damaged and was not opened. Of its ${files} files these do not agree with its list: ${problemsText}. Ask whoever made it for the file again.`,
    { problems: [] },
  )
}

/** The names of pathways as they were joined where the capsule was made. */
export async function groupsOfCapsule(folder: string): Promise<Groups> {
  // Written by `fillFolder` from what was checked there.
  const groups = JSON.parse(await readFile(join(folder, groupsFile), 'utf8')) as string[][]
  return groups.map((names) => ({ names }))
}

/** What all profiles share, for one that asks no service: nothing goes on by itself, and no request leaves. */
export const withoutRequests = (shared: Shared): Shared => ({
  ...shared,
  resumesWork: false,
  transport: () => Promise.reject(readOnlyFailure()),
})

type Client = ReturnType<typeof createRemoteService>

/** The same client, every call of which is refused before it takes a place in the quota. */
export const refuseCalls = (client: Client): Client =>
  new Proxy(client, {
    get: (_, name) => (name === 'service' ? client.service : () => Promise.reject(readOnlyFailure())),
  })
