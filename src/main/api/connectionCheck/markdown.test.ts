import { describe, expect, it } from 'vitest'
import type { CheckedCall, ConnectionReport } from '../../../shared/domain/app/connectionReport.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { toMarkdown } from './markdown.ts'

const call = (given: Partial<CheckedCall>): CheckedCall => ({
  endpoint: 'GET /drugs',
  outcome: 'answered',
  status: 200,
  ms: 41,
  requestId: 'req-7',
  note: null,
  ...given,
})

const report: ConnectionReport = {
  profile: 'Lab | 2',
  service: 'https://service.example/api/v1',
  checkedAt: '2026-01-15T12:00:00.000Z',
  findings: [
    { name: 'list_shape', value: 'data.items', how: 'probed', note: null },
    {
      name: 'pathway_names',
      value: 'NF_KB, <b>x</b>\n[a](http://x)',
      how: 'default',
      note: joinMessages([`Assumed.`]),
    },
  ],
  calls: [
    call({}),
    call({
      endpoint: 'GET /screening/{task_id}',
      outcome: 'forbidden',
      status: 403,
      note: joinMessages([`The credential carries read:drug.`]),
    }),
    call({ endpoint: 'POST /oauth/token', outcome: 'not-tried', status: null, ms: null, requestId: null }),
  ],
  scopes: ['read:drug'],
  clockAheadS: -300,
  synthetic: true,
  suggested: { base_path: '/v1' },
}

describe('the report for the support of a service', () => {
  const text = toMarkdown(report)

  it('lists each call with its outcome, time and request id', () => {
    expect(text).toContain('| `GET /drugs` | answered | 200 | 41 | req-7 |  |')
    expect(text).toContain('| `POST /oauth/token` | not tried |  |  |  |  |')
  })

  it('lists calls with a 403, and states if there were none', () => {
    expect(text).toContain(
      '## Not allowed\n\n- `GET /screening/{task_id}`: The credential carries read:drug.\n',
    )
    expect(toMarkdown({ ...report, calls: [] })).toContain('No call was answered with 403.')
  })

  it('states service, scopes, clock, and synthetic data', () => {
    expect(text).toContain('- Service: https://service.example/api/v1')
    expect(text).toContain('- Scopes: read:drug')
    expect(text).toContain('- Clock: this computer is 300 s behind the service')
    expect(text).toContain('- Data: marked as synthetic by the service')
    const quiet = toMarkdown({ ...report, scopes: null, clockAheadS: null, synthetic: false })
    expect(quiet).toContain('- Scopes: not told')
    expect(quiet).not.toContain('synthetic')
  })

  it('escapes markup in text from the service, and keeps each row on one line', () => {
    expect(text).toContain('- Profile: Lab \\| 2')
    expect(text).toContain('| `list_shape` | data.items | read in a response |  |')
    expect(text).toContain('| NF_KB, \\<b\\>x\\</b\\> \\[a\\](http://x) | assumed | Assumed. |')
  })
})
