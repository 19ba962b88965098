import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import { messageOf, rejected } from '../../shared/contract/failures.ts'
import type { BackupSchedule } from '../../shared/domain/app/appData.ts'
import { backupExtension, toSafeFileName } from '../../shared/domain/app/fileNames.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { readMessage } from '../../shared/words/storedMessage.ts'
import { createSharedJsonFile } from '../adapters/files/jsonFile.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { parseFileTime, toFileTime } from '../adapters/sqlite/quarantine.ts'
import { runUntilClosed } from '../concurrency/untilClosed.ts'
import type { Clock, Dialogs, Files } from '../ports.ts'
import { runInJournalWorker } from './journalWorkerCall.ts'

type BackupsOptions = {
  folder: string
  profile(): Profile
  workerFile: string
  version: string
  clock: Clock
  files: Files
  chooseFolder: Dialogs['chooseFolder']
  /** True if due backups are made. A single command makes none. */
  isLongLived: boolean
  notice(text: Message): void
}

/** The first calls of a start come first. A backup that was missed while the computer was off is made then. */
const firstCheckMs = 60_000
const checkMs = 10 * 60_000
const dayMs = 86_400_000
const intervalMs = { day: dayMs, week: 7 * dayMs }

const scheduleSchema = z.object({
  /** The path of the folder. A page sees only its name. */
  path: z.string().nullable().default(null),
  every: z.enum(['day', 'week']).default('day'),
  copies: z.number().int().min(1).max(1000).default(7),
  lastAt: z.iso.datetime().nullable().default(null),
  problem: z.unknown().transform(readMessage).default(null),
})
type Schedule = z.infer<typeof scheduleSchema>
const noSchedule: Schedule = scheduleSchema.parse({})

/** Backs up a profile to one file, on request and on a schedule. */
export function createWorkspaceBackups(
  options: BackupsOptions,
): WorkspaceServices['workspace'] & { close(): Promise<void> } {
  const { folder, profile, workerFile, version, clock, files, chooseFolder, notice } = options
  const locks = createLocks(folder, clock)
  const file = createSharedJsonFile(locks, join(folder, 'backup-schedule.json'), scheduleSchema, noSchedule)
  const change = (edit: (schedule: Schedule) => Schedule) =>
    file.change((current) => edit(current ?? noSchedule))

  const write = (target: string, withDrugCache: boolean, signal?: AbortSignal) => {
    const application = `Pathclock ${version}`
    const settings = { folder, target, profile: profile(), application, nowMs: clock.now(), withDrugCache }
    return runInJournalWorker(workerFile, 'backUpWorkspace', [settings], signal)
  }

  const backUpIfDue = (signal: AbortSignal): Promise<void> =>
    locks.withLock('scheduled-backup', async () => {
      const { path, every, copies, lastAt, problem } = await file.read()
      const nowMs = clock.now()
      if (path === null || (lastAt !== null && nowMs - Date.parse(lastAt) < intervalMs[every])) return
      const prefix = `${toSafeFileName(`pathclock-${profile().name}`)}-`
      try {
        await write(join(path, `${prefix}${toFileTime(nowMs)}.${backupExtension}`), false, signal)
        await removeOldest(path, prefix, copies)
        await change((now) => ({ ...now, lastAt: new Date(nowMs).toISOString(), problem: null }))
      } catch (error) {
        if (signal.aborted) return
        const cause = messageOf(error)
        if (problem === null) notice(message('app.scheduledBackupFailedPathclock', { cause }))
        await change((now) => ({ ...now, problem: cause })).catch(() => undefined)
      }
    })
  const watch = async (signal: AbortSignal) => {
    for (let waitMs = firstCheckMs; ; waitMs = checkMs) {
      await clock.sleep(waitMs, signal)
      await backUpIfDue(signal)
    }
  }

  return {
    async backup({ fileId, withDrugCache }) {
      const target = files.target(fileId)
      const written = await write(target, withDrugCache)
      return {
        ...written,
        kind: 'workspace',
        file: { fileId, name: written.name, sizeBytes: (await stat(target)).size },
      }
    },
    schedule: async () => toBackupSchedule(await file.read()),
    async setSchedule({ folder: choice, ...changes }) {
      if (choice === 'choose' && !chooseFolder)
        throw rejected(message('app.pathclockRunsBrowserCannot'), 'folder')
      const chosen = choice === 'choose' ? await chooseFolder?.() : null
      const isUnchanged = choice === undefined || (choice === 'choose' && !chosen)
      const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      return toBackupSchedule(
        await change((now) => ({
          ...now,
          ...set,
          ...(isUnchanged ? {} : { path: chosen ?? null, lastAt: null, problem: null }),
        })),
      )
    },
    close: options.isLongLived ? runUntilClosed(watch) : async () => {},
  }
}

const toBackupSchedule = ({ path, every, copies, lastAt, problem }: Schedule): BackupSchedule => ({
  folder: path === null ? null : (path.split(/[/\\]/).findLast((part) => part !== '') ?? path),
  every,
  copies,
  lastAt,
  problem,
})

async function removeOldest(folder: string, prefix: string, copies: number): Promise<void> {
  const ending = `.${backupExtension}`
  const made = (await readdir(folder)).filter(
    (name) =>
      name.startsWith(prefix) &&
      name.endsWith(ending) &&
      !Number.isNaN(parseFileTime(name.slice(prefix.length, -ending.length))),
  )
  for (const name of made.sort().slice(0, -copies)) await rm(join(folder, name), { force: true })
}
