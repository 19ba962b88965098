import { extname, resolve } from 'node:path'
import {
  type CheckedCall,
  type ConnectionReport,
  type Finding,
  pagingWarning,
} from '../../../../shared/domain/app/connectionReport.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { withApp } from '../app.ts'
import { counted, formatPairs, type ListColumn, type Output, pick, properties } from '../output/output.ts'
import type { CommandSpec, OpenedApp } from '../program/command.ts'
import { exitCodes, UsageError } from '../program/exitCodes.ts'
import { textOf } from '../program/values.ts'

export const check: CommandSpec = {
  name: 'check',
  group: 'Core',
  options: () => ['--out <FILE>', '--write <FILE>'],
  examples: ['check', 'check --out report.md', 'check --write dialect.json'],
  async run(run) {
    const target = chosenFile(textOf(run.values, 'out'))
    const dialectFile = textOf(run.values, 'write')
    return withApp(run, async (app) => {
      const report = await app.call('connection.check', {})
      printReport(run.output, report)
      if (target) await save(app, target)
      if (dialectFile) await save(app, { path: resolve(dialectFile), format: 'dialect' })
      run.output.summary({ ...summaryOf(report), file: target?.path ?? null })
      const warning = pagingWarning(report)
      if (warning) run.output.warn(warning)
      if (target) run.output.print(`\nThe report is in ${target.path}`)
      if (dialectFile) run.output.print(`\nThe dialect is in ${resolve(dialectFile)}`)
      return exitCodeOf(report)
    })
  },
}

type Target = { path: string; format: 'md' | 'json' | 'dialect' }

function chosenFile(out: string | undefined): Target | null {
  if (out === undefined) return null
  const format = extname(out).slice(1).toLowerCase()
  if (format === 'md' || format === 'json') return { path: resolve(out), format }
  throw new UsageError('Name a file that ends in .md or .json: --out report.md.')
}

async function save({ call, saveAt }: OpenedApp, { path, format }: Target): Promise<void> {
  const { fileId } = saveAt(path)
  await call('connection.export', { fileId, format })
}

const countOf = ({ calls }: ConnectionReport, outcome: CheckedCall['outcome']): number =>
  calls.filter((call) => call.outcome === outcome).length

const summaryOf = (report: ConnectionReport) => ({
  ...pick(report, 'service', 'profile', 'checkedAt', 'scopes', 'synthetic'),
  requests: report.calls.length - countOf(report, 'not-tried'),
  answered: countOf(report, 'answered'),
  forbidden: countOf(report, 'forbidden'),
  clock_ahead_s: report.clockAheadS,
})

const findingSources: Record<Finding['how'], string> = { probed: 'seen', set: 'set', default: 'assumed' }

const findingColumns: ListColumn<Finding>[] = [
  ...properties<Finding>({ name: 'setting', value: null, how: null, note: null }),
  { heading: 'how', of: ({ how }) => findingSources[how] },
  // Only the last column may have any width.
  { heading: 'value', of: ({ value, note }) => (note === null ? value : `${value} (${toEnglish(note)})`) },
]

const callColumns = properties<CheckedCall>({
  endpoint: 'call',
  outcome: 'outcome',
  status: 'HTTP',
  ms: 'ms',
  requestId: 'request',
  note: 'note',
})

function printReport(output: Output, report: ConnectionReport): void {
  const { findings, calls, scopes, clockAheadS } = report
  output.list('convention', findings, findingColumns)
  output.print('')
  output.list('call', calls, callColumns)
  output.print('')
  output.print(
    formatPairs([
      ['Service', report.service],
      ['Answered', `${countOf(report, 'answered')} of ${counted(calls.length, 'call')}`],
      ['Not allowed', countOf(report, 'forbidden')],
      ['Scopes', scopes?.join(', ') || (scopes ? 'none' : 'not told')],
      ['Clock', clockText(clockAheadS)],
      ['Data', report.synthetic ? 'synthetic' : null],
    ]),
  )
}

function clockText(aheadS: number | null): string {
  if (aheadS === null) return 'not known'
  if (aheadS === 0) return 'in step with the service'
  return `${Math.abs(aheadS)} s ${aheadS < 0 ? 'behind' : 'ahead of'} the service`
}

/** Returns 0 if any request with the credential succeeded: a 403 beside it is only a finding. */
function exitCodeOf({ calls }: ConnectionReport): number {
  const outcomes = calls.filter(({ endpoint }) => !isOfSignIn(endpoint)).map(({ outcome }) => outcome)
  if (outcomes.includes('answered')) return exitCodes.done
  const shut = outcomes.includes('refused') || outcomes.includes('forbidden')
  return shut ? exitCodes.notSignedIn : exitCodes.serviceFailed
}

/** Returns true for requests without the credential. */
const isOfSignIn = (endpoint: string): boolean =>
  endpoint.startsWith('POST ') || endpoint.includes('/.well-known/')
