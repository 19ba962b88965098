import type { FailureData } from '../../shared/contract/failures.ts'
import type { Clock } from '../ports.ts'
import { sayField, toNumber } from './allowed.ts'

/** How many of the last failures are remembered; they are in memory only and end with the run. */
const remembered = 50

/** What failed last, by code and number: never a message, which may name a sample, a file or an address. */
export function createFailureRing(clock: Clock) {
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(`${new Date(clock.now()).toISOString()} ${line}`)
    if (lines.length > remembered) lines.shift()
  }
  return {
    /** `method`: the call that failed, or the kind of the job. */
    note(method: string, { code, details }: Pick<FailureData, 'code' | 'details'>): void {
      keep([sayField('method', method), sayField('code', code), ...sayDetails(details)].join(' '))
    },
    noteJob: (kind: string, code: string | undefined): void =>
      keep(['a job failed', sayField('jobKind', kind), ...(code ? [sayField('code', code)] : [])].join(' ')),
    tell: (): string => (lines.length === 0 ? 'None in this run.\n' : `${lines.toReversed().join('\n')}\n`),
  }
}

const numbers = ['status', 'afterMs', 'retryAfterMs', 'line']
const words = ['reference', 'endpoint']

function sayDetails(details: FailureData['details']): string[] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'requestId') return [`requestId=${toNumber(String(value))}`]
    if (numbers.includes(name)) return typeof value === 'number' ? [sayField(name, value)] : []
    return words.includes(name) ? [sayField(name, value)] : []
  })
}
