import type { CheckedCall, ConnectionReport, Finding } from '../../../shared/domain/app/connectionReport.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'

const findingSources: Record<Finding['how'], string> = {
  probed: 'read in a response',
  set: 'set for this profile',
  default: 'assumed',
}

const outcomeWords: Record<CheckedCall['outcome'], string> = {
  answered: 'answered',
  refused: 'refused',
  forbidden: 'not allowed (403)',
  'not-found': 'not found',
  failed: 'failed',
  'not-tried': 'not tried',
}

/** Formats the report for the operator of the service, without the credential and the user's name. */
export function toMarkdown(report: ConnectionReport): string {
  const { calls, findings } = report
  const forbidden = calls.filter(({ outcome }) => outcome === 'forbidden')
  return [
    '# Connection check',
    pairs(report),
    'Nothing was ordered, analyzed, or screened: only what is safe to ask was asked.',
    '## Calls',
    table(
      ['call', 'outcome', 'HTTP', 'ms', 'request id', 'note'],
      calls.map((call) => [
        code(call.endpoint),
        outcomeWords[call.outcome],
        call.status,
        call.ms,
        call.requestId,
        call.note && toEnglish(call.note),
      ]),
    ),
    '## Not allowed',
    forbidden.length === 0
      ? 'No call was answered with 403.'
      : forbidden
          .map(({ endpoint, note }) => `- ${code(endpoint)}: ${inline(toEnglish(note ?? joinMessages([])))}`)
          .join('\n'),
    '## What Pathclock read',
    table(
      ['name', 'value', 'how it is known', 'note'],
      findings.map(({ name, value, how, note }) => [
        code(name),
        value,
        findingSources[how],
        note && toEnglish(note),
      ]),
    ),
    '## Dialect',
    `\`\`\`json\n${JSON.stringify(report.suggested, null, 2).replaceAll('`', '')}\n\`\`\``,
  ]
    .join('\n\n')
    .concat('\n')
}

function pairs(report: ConnectionReport): string {
  const { scopes } = report
  const lines: [string, string | null][] = [
    ['Profile', report.profile],
    ['Service', report.service],
    ['Checked at', report.checkedAt],
    ['Scopes', scopes === null ? 'not told' : scopes.join(', ') || 'none'],
    ['Clock', clockText(report.clockAheadS)],
    ['Data', report.synthetic ? 'marked as synthetic by the service' : null],
  ]
  return lines
    .filter(([, text]) => text !== null)
    .map(([name, text]) => `- ${name}: ${inline(text ?? '')}`)
    .join('\n')
}

function clockText(aheadS: number | null): string {
  if (aheadS === null) return 'not known, the answers carry no date'
  if (aheadS === 0) return 'in step with the service'
  return `this computer is ${Math.abs(aheadS)} s ${aheadS > 0 ? 'ahead of' : 'behind'} the service`
}

const table = (headings: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  [headings, headings.map(() => '---'), ...rows.map((row) => row.map((cell) => cellText(cell)))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/** Formats a cell. Our own text in backticks stays; text from the service must not become links, images or markup. */
const cellText = (cell: string | number | null): string =>
  typeof cell === 'string' && /^`[^`]*`$/.test(cell) ? cell : inline(String(cell ?? ''))

const code = (text: string): string => `\`${text.replaceAll(/[`|\p{Cc}]/gu, '')}\``

const inline = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').replaceAll(/[\\`*[\]<>|]/g, String.raw`\$&`)
