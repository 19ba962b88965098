import { describe, expect, it } from 'vitest'
import { startReferenceService } from '../../../demoService/index.ts'
import type { ConventionSettings, Finding } from '../../../shared/domain/app/convention.ts'
import { labProfile } from '../../../shared/domain/app/testing/labProfile.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { systemClock, systemRandom } from '../../adapters/system.ts'
import { expectedOf, variants, wrongFindings } from '../../testing/variants.ts'
import { createRemoteService } from '../api.ts'
import { createRateLimiter } from '../rateLimit/rateLimiter.ts'
import { createConnectionCheck } from './connectionCheck.ts'
import { toFindings } from './findings.ts'

/** The age of an order that is running, and of one that is finished, in the reference service. */
const [runningMs, finishedMs] = [35_000, 155_000]

/** Runs the check through the real client, with one sample of the given age in the register. */
async function checkOf(variant: string, ageMs: number) {
  let passedMs = 0
  const service = await startReferenceService({
    variants: variant === 'default' ? [] : variant.split('+'),
    now: () => Date.now() + passedMs,
  })
  let found: ConventionSettings = {}
  const quota = await createRateLimiter({
    limit: 100,
    windowMs: 60_000,
    clock: systemClock,
    changed: () => {},
  })
  const remote = createRemoteService({
    transport: createNodeTransport(),
    clock: systemClock,
    random: systemRandom,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => false,
    reachable: () => {},
    settings: () => found,
    found: async (seen) => {
      found = seen
    },
  })
  try {
    const order = await remote.createOrder({ client_reference: 'a' }, { idempotencyKey: 'k' })
    passedMs = ageMs
    const { sampleId, status } = (await remote.sampleStatus(order.value.sampleId)).value
    const check = createConnectionCheck({
      ...remote,
      profile: () => labProfile({ serviceUrl: service.url }),
      settings: () => found,
      clock: systemClock,
      tokenScopes: async () => null,
      samples: async () => [{ sampleId, status, state: parseState(status) }],
      statusWords: async () => [order.value.status],
      quota: () => quota.status(),
    })
    const report = await check.run()
    return { report, summary: service.summary() }
  } finally {
    await service.close()
  }
}

/** Simulates a check that cannot see one convention and reports the assumption instead. */
const blindTo = (name: string, findings: readonly Finding[]): Finding[] =>
  findings.map((finding) =>
    finding.name === name ? (assumed.find((each) => each.name === name) ?? finding) : finding,
  )

const assumed = toFindings({
  exchanges: [],
  service: 'https://service.example/api/v1',
  signIn: null,
  set: {},
  settings: {},
  requestsPerMinute: 100,
  quota: { limit: 100, windowMs: 60_000 },
  scopes: null,
  statusWords: [],
})

describe('the connection check names the conventions of', () => {
  it.each(variants)('%s', async (variant) => {
    const { state_words, ...expected } = expectedOf(variant)
    const { report, summary } = await checkOf(variant, finishedMs)
    expect(wrongFindings(report.findings, expected)).toEqual([])
    expect(summary).toMatchObject({ orders: 1, tasks: 0 })
    expect(report.synthetic).toBe(true)
    expect(Math.abs(report.clockAheadS ?? Number.NaN)).toBeLessThanOrEqual(1)
    expect(report.scopes).toContain('read:sample')
    for (const name of Object.keys(expected)) {
      const wrong = wrongFindings(blindTo(name, report.findings), expected)
      expect(wrong, `a check that is blind to ${name} is seen`).toHaveLength(1)
    }
    const running = await checkOf(variant, runningMs)
    expect(wrongFindings(running.report.findings, { state_words: state_words ?? '' })).toEqual([])
  })

  it('one variant and no other', async () => {
    const { report } = await checkOf('camel-case', finishedMs)
    for (const other of variants.filter((name) => !name.includes('camel-case')))
      expect(wrongFindings(report.findings, expectedOf(other)), other).not.toEqual([])
  })
})
