import type { FailureData } from '../../shared/contract/failures.ts'
import type { Clock } from '../ports.ts'
import { formatField, redactRequestId } from './redaction.ts'

/** How many of the last failures are remembered; they are in memory only and end with the run. */
const maxFailures = 50

/** What failed last, by code and number: never a message, which may name a sample, a file or an address. */
export function createFailureRing(clock: Clock) {
  const lines: string[] = []
  const add = (entry: string): void => {
    lines.push(`${new Date(clock.now()).toISOString()} ${entry}`)
    if (lines.length > maxFailures) lines.shift()
  }
  return {
    /** `method`: the call that failed, or the kind of the job. */
    record(method: string, { code, details }: Pick<FailureData, 'code' | 'details'>): void {
      add([formatField('method', method), formatField('code', code), ...formatDetails(details)].join(' '))
    },
    recordJob: (kind: string, code: string | undefined): void =>
      add(
        ['a job failed', formatField('jobKind', kind), ...(code ? [formatField('code', code)] : [])].join(
          ' ',
        ),
      ),
    format: (): string => (lines.length === 0 ? 'None in this run.\n' : `${lines.toReversed().join('\n')}\n`),
  }
}

const numberFields = ['status', 'afterMs', 'retryAfterMs', 'line']
const textFields = ['reference', 'endpoint']

function formatDetails(details: FailureData['details']): string[] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'requestId') return [`requestId=${redactRequestId(String(value))}`]
    if (numberFields.includes(name)) return typeof value === 'number' ? [formatField(name, value)] : []
    return textFields.includes(name) ? [formatField(name, value)] : []
  })
}
