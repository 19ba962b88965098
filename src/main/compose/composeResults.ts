import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { messageOf } from '../../shared/contract/failures.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { copyReadable } from '../adapters/sqlite/copyReadable.ts'
import { withSql } from '../adapters/sqlite/inspect.ts'
import { openDatabase } from '../adapters/sqlite/openDatabase.ts'
import { runUntilClosed } from '../concurrency/untilClosed.ts'
import type { Clock, TransactionHooks } from '../ports.ts'
import { type AnswersSchema, answersMigrations, repairStatements } from '../store/resultTables.ts'
import { resultsFile } from './dataFiles.ts'
import { checkAfterStartMs, runInJournalWorker } from './journalWorkerCall.ts'

type ResultsOptions = {
  folder: string
  notice(text: Message): void
  /** Writes to the order log. Absent for a capsule. */
  hooks?: TransactionHooks
}

/** Files of this size or more are verified in a thread after the start, which must not wait for that. */
const deferCheckFromBytes = 64 * 1024 * 1024

/** Returns the marker of a large file that was found damaged while open. The next start verifies the whole file. */
const repairMarkerFile = (file: string): string => `${file}.repair`

/** Returns the path of the marker with the name of the quarantined file whose rows are being copied. */
const copyMarkerFile = (file: string): string => `${file}.copying`

const defersCheck = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= deferCheckFromBytes &&
  !existsSync(repairMarkerFile(file))

/**
 * Opens the results of a profile. A damaged file is quarantined, and its readable rows are copied into a new one; a
 * copy that was cut off is completed by the next start. `isReplaced`: paid results may be lost. Throws `file`.
 */
export async function openResults({ folder, notice, hooks }: ResultsOptions) {
  const file = resultsFile(folder)
  // SQLite treats an emptied file like a new one.
  const isMissing = !statSync(file, { throwIfNoEntry: false })?.size
  const marker = copyMarkerFile(file)
  let quarantinedName = findCutOffCopy(folder, file, isMissing)
  const open = () =>
    openDatabase<AnswersSchema>({
      file,
      migrations: answersMigrations,
      durability: 'full',
      isInspected: defersCheck(file),
      onReadOnly: () => undefined,
      onQuarantine(name) {
        writeFileSync(marker, name)
        quarantinedName = name
      },
      ...(hooks ? { hooks } : {}),
    })
  const answers = await open()
  if (quarantinedName === null) return { answers, isReplaced: isMissing }
  await answers.close()
  rmSync(repairMarkerFile(file), { force: true })
  const rows = copyReadable(join(folder, quarantinedName), file, tablesInOrder)
  withSql(file, (sql) => {
    for (const statement of repairStatements) sql.exec(statement)
  })
  rmSync(marker, { force: true })
  notice(message('app.resultsFileDamagedSaved', { quarantinedName, rows }))
  return { answers: await open(), isReplaced: true }
}

/** Returns the name of the quarantined file whose rows were not all copied yet; null if there is none. */
function findCutOffCopy(folder: string, file: string, isMissing: boolean): string | null {
  const marker = copyMarkerFile(file)
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(file)}.damaged-`))
  if (existsSync(marker)) return names.find((name) => name === readFileSync(marker, 'utf8')) ?? null
  // The process ended between the quarantine and the marker.
  const databases = names.filter((name) => !/-(wal|shm)$/.test(name)).toSorted()
  return isMissing ? (databases.at(-1) ?? null) : null
}

/** Verifies a large file of results in a thread. The next start quarantines it if it is damaged. */
export const verifyResultsInBackground = (
  { folder, clock, notice }: Pick<ResultsOptions, 'folder' | 'notice'> & { clock: Clock },
  workerFile: string,
) =>
  runUntilClosed(
    async (signal) => {
      const file = resultsFile(folder)
      await clock.sleep(checkAfterStartMs, signal)
      if (!defersCheck(file)) return
      const { findings } = await runInJournalWorker(workerFile, 'verify', [file], signal)
      if (findings.length === 0) return
      writeFileSync(repairMarkerFile(file), '')
      notice(message('app.resultsFileDamagedRestart'))
    },
    (error) => notice(message('app.resultsCouldNotChecked', { error: messageOf(error) })),
  )

/** Tables in copy order: referenced tables come before those that refer to them. */
const tablesInOrder: readonly (keyof AnswersSchema)[] = [
  'analyses',
  'scores',
  'clock_values',
  'screening_results',
  'asked',
  'reruns',
]
