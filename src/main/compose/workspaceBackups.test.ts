import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { labProfile } from '../../shared/domain/app/testing/labProfile.ts'
import { toEnglish } from '../../shared/words/message.ts'
import { createFiles } from '../adapters/files/files.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import type { Clock } from '../ports.ts'
import { processFile } from '../testing/processes/processFile.ts'
import { openJournal } from './openJournal.ts'
import { createWorkspaceBackups } from './workspaceBackups.ts'

const hourMs = 3_600_000
let root: string
let folder: string
let target: string
let nowMs: number
/** Wakes the schedule from its sleep. */
let wake: () => Promise<void>
const notices: string[] = []
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'pathclock-schedule-'))
  ;[folder, target] = [join(root, 'lab'), join(root, 'Backups')] as [string, string]
  for (const one of [folder, target]) mkdirSync(one)
  const { journal } = await openJournal({ folder, clock: systemClock, notice: () => undefined })
  await journal.close()
  nowMs = Date.UTC(2026, 10, 21, 12)
  notices.length = 0
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function open(isLongLived = true) {
  let end: (() => void) | null = null
  const clock: Clock = {
    now: () => nowMs,
    sleep: (ms, signal) =>
      ms < 1000
        ? systemClock.sleep(ms, signal)
        : new Promise((resolve, reject) => {
            end = resolve
            signal?.addEventListener('abort', () => reject(signal.reason))
          }),
  }
  const untilAsleep = async () => {
    while (end === null) await systemClock.sleep(5)
  }
  wake = async () => {
    await untilAsleep()
    const wakeUp = end
    end = null
    wakeUp?.()
    await untilAsleep()
  }
  const profile = labProfile({ name: 'Lab: 1' })
  return createWorkspaceBackups({
    folder,
    profile: () => profile,
    workerFile: processFile('journalWorker'),
    version: '1.2.3',
    clock,
    files: createFiles({ random: systemRandom }),
    chooseFolder: async () => target,
    isLongLived,
    notice: (text) => notices.push(toEnglish(text)),
  })
}

it('writes a backup when one is due or was missed, and deletes the oldest of its own', async () => {
  writeFileSync(join(target, 'pathclock-Lab_ 1-mine.pathclock-backup'), '')
  let backups = open()
  expect(await backups.setSchedule({ folder: 'choose', copies: 2 })).toEqual({
    folder: 'Backups',
    every: 'day',
    copies: 2,
    lastAt: null,
    problem: null,
  })
  await wake()
  expect(readdirSync(target)).toContain('pathclock-Lab_ 1-2026-11-21T12-00-00-000Z.pathclock-backup')
  nowMs += 23 * hourMs
  await wake()
  expect(readdirSync(target)).toHaveLength(2)
  nowMs += hourMs
  await wake()
  await backups.close()
  nowMs += 100 * hourMs
  backups = open()
  await wake()
  expect(readdirSync(target)).toEqual([
    'pathclock-Lab_ 1-2026-11-22T12-00-00-000Z.pathclock-backup',
    'pathclock-Lab_ 1-2026-11-26T16-00-00-000Z.pathclock-backup',
    'pathclock-Lab_ 1-mine.pathclock-backup',
  ])
  expect(notices).toEqual([])
  expect(await backups.setSchedule({ folder: 'none' })).toMatchObject({ folder: null })
  nowMs += 100 * hourMs
  await wake()
  expect(readdirSync(target)).toHaveLength(3)
  await backups.close()
})

it('reports a failure once, and retries', async () => {
  const backups = open()
  await backups.setSchedule({ folder: 'choose' })
  renameSync(target, `${target}-away`)
  await wake()
  await wake()
  expect(notices).toEqual([expect.stringMatching(/^The scheduled backup failed: .* could not be saved/)])
  expect((await backups.schedule({})).problem).not.toBeNull()
  renameSync(`${target}-away`, target)
  await wake()
  expect(readdirSync(target)).toHaveLength(1)
  expect((await backups.schedule({})).problem).toBeNull()
  await backups.close()
})

it('leaves backups to the app if a single command runs', async () => {
  const backups = open(false)
  await backups.setSchedule({ folder: 'choose' })
  await backups.close()
  expect(readdirSync(target)).toEqual([])
})
