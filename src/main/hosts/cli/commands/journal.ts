import type { JournalCheck, OrderInQuestion } from '../../../../shared/domain/app/appData.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { inApp, openFile } from '../app.ts'
import { counted, type ListColumn, properties } from '../output/output.ts'
import type { CommandSpec, Run } from '../program/command.ts'
import { exitCodes, UsageError } from '../program/exitCodes.ts'
import { isYes } from '../program/prompts.ts'
import { isSet } from '../program/values.ts'

/** The number of findings shown; more are only counted. */
const shownFindings = 20

export const journalVerify: CommandSpec = {
  name: 'journal verify',
  takes: '[FILE]',
  group: 'Data',
  examples: ['journal verify', 'journal verify /backups/lab.pathclock-backup --json'],
  run: inApp(async (app) => {
    const [path] = app.run.operands
    const check = await app.call('journal.verify', path === undefined ? {} : await openFile(app, path))
    const status = await app.call('journal.status', {})
    printCheck(app.run, check)
    app.output.summary({
      rows: check.rows,
      damaged: check.findings.length,
      verified_at: check.verifiedAt,
      reasons: status.uncertain?.reasons.map(toEnglish) ?? [],
      backups: status.backups,
      last_backup: status.lastBackup?.at ?? null,
    })
    if (path === undefined && status.uncertain) return exitCodes.ordersUncertain
    return check.findings.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
  }),
}

/** The number of orders shown; more are only counted. */
const shownOrders = 50

export const journalAcknowledge: CommandSpec = {
  name: 'journal acknowledge',
  group: 'Data',
  options: () => ['--yes'],
  examples: ['journal acknowledge', 'journal acknowledge --yes --json'],
  run: inApp(async ({ call, output, run }) => {
    const doubt = await call('journal.doubt', {})
    if (doubt) {
      output.list('order', doubt.orders, orderColumns, shownOrders)
      output.print(
        `${counted(doubt.total, 'order')} of unknown outcome. Settle each with: pathclock samples settle BATCH ROW …`,
      )
      await confirm(run, 'Allow orders again? What you order now may have been ordered before. [y/N] ')
      await call('journal.acknowledge', {})
    }
    output.summary({ acknowledged: doubt !== null, orders_in_question: doubt?.total ?? 0 })
    output.print(doubt ? 'Acknowledged. Orders can be placed again.' : 'No orders are in question.')
  }),
}

const orderColumns: ListColumn<OrderInQuestion>[] = [
  { name: 'batch', heading: 'batch', of: ({ batchId }) => batchId },
  ...properties<OrderInQuestion>({
    row: 'row',
    clientReference: 'sample',
    state: 'state',
    sampleId: null,
    sentAt: 'sent at',
  }),
]

function printCheck({ output }: Run, { rows, findings }: JournalCheck): void {
  const columns = properties<(typeof findings)[number]>({ table: 'table', row: 'row', problem: 'problem' })
  output.list('finding', findings, columns, shownFindings)
  output.print(
    findings.length === 0
      ? `${counted(rows, 'row')}: nothing damaged was found.`
      : `${counted(rows, 'row')}, ${counted(findings.length, 'damaged place')}. Nothing is sent from damaged rows.`,
  )
}

/** Asks the user on a terminal. Throws `UsageError` without a terminal or after a no. */
export async function confirm({ streams, signal, values }: Run, question: string): Promise<void> {
  if (isSet(values, 'yes')) return
  if (!streams.stdin.isTTY)
    throw new UsageError('No terminal to ask you: give --yes to confirm. Nothing changed.')
  if (!(await isYes({ streams, signal }, question))) throw new UsageError('Nothing changed.')
}
