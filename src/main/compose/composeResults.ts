import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../shared/messages/message.ts'
import { runInJournalWorker } from '../adapters/sqlite/recovery/journalWorkerCall.ts'
import {
  openRecoverable,
  type Recovery,
  repairMarkerFile,
} from '../adapters/sqlite/recovery/openRecoverable.ts'
import type { Clock } from '../ports.ts'
import { type AnswersSchema, answersMigrations, repairStatements } from '../store/resultTables.ts'

type ResultsOptions = {
  folder: string
  clock: Clock
  notice(text: Message): void
  /** Large answers are not looked at now: `verifyInBackground` is called afterwards. */
  defersChecks: boolean
}

/** Read through in some 100 ms, at every start; of a bigger file the structure alone is looked at. */
const fullCheckBelowBytes = 8 * 1024 * 1024
/** Even that takes longer than a start may; it is read through in a thread, when the first calls are answered. */
const deferCheckFromBytes = 64 * 1024 * 1024
const checkDelayMs = 10_000

export const resultsFile = (folder: string): string => join(folder, 'answers.db')

/** Opens the results of a profile. Throws `file`. */
export async function openResults({ folder, clock, notice, defersChecks }: ResultsOptions) {
  const file = resultsFile(folder)
  let verified = true
  const answers = await openRecoverable<AnswersSchema>({
    file,
    migrations: answersMigrations,
    durability: 'full',
    // They only ever grow, by some requests a minute: copies of all of them would fill the disk.
    backups: join(folder, 'answers-backups'),
    readThroughBytes: fullCheckBelowBytes,
    ...(defersChecks ? { trustedFromBytes: deferCheckFromBytes } : {}),
    recovery: {
      settle: (_table, row) => row,
      finish: repairStatements,
      derived: /^$/,
      refill: [],
      unchanged: () => null,
    },
    nowMs: clock.now(),
    onRecovered: (recovery) => notice(formatRecovery(recovery)),
    onUnverified: () => {
      verified = !defersChecks || statSync(file).size < deferCheckFromBytes
    },
    onReadOnly: () => undefined,
  })
  return { answers, answersVerified: verified }
}

/** Reads the answers through in a thread; what is damaged is mended at the next start. */
export function verifyInBackground(
  { folder, clock, notice }: Omit<ResultsOptions, 'defersChecks'>,
  workerFile: string,
) {
  const file = resultsFile(folder)
  const closing = new AbortController()
  const check = async () => {
    await clock.sleep(checkDelayMs, closing.signal)
    const { findings } = await runInJournalWorker(workerFile, { kind: 'verify', file }, closing.signal)
    if (findings.length === 0) return
    writeFileSync(repairMarkerFile(file), '')
    notice(
      message`The results file is damaged. Restart Pathclock: it moves the file aside and rebuilds it from what can be read.`,
    )
  }
  const checking = check().catch((error: unknown) => {
    if (!closing.signal.aborted) notice(message`The results could not be checked: ${messageOf(error)}`)
  })
  return {
    async close(): Promise<void> {
      closing.abort()
      await checking
    },
  }
}

function formatRecovery({ quarantinedFile, findings }: Recovery): Message {
  const cause = findings[0]?.problem ?? message`unknown`
  const before =
    quarantinedFile === null
      ? message`The file of the results was missing.`
      : message`The results file was damaged (${cause}). It is saved as ${quarantinedFile}.`
  return joinMessages([
    before,
    message`Pathclock rebuilt it from what could be read. Run the analysis again to fetch incomplete results.`,
  ])
}
