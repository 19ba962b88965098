import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import type { Journal } from '../../../store/journal.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { addSample } from '../../testing/addSample.ts'
import { pageOfSamples } from './sampleSearch.ts'
import { toKeys } from './sortedPages.ts'

let journal: Journal
let close: () => Promise<void>
const states = ['succeeded', 'failed', 'running'] as const
/** UTF-16 code units sort these in the opposite order to SQLite, which sorts by code points. */
const beyond = ['\u{1F9EC}', '\uFF32']
/** Many samples share a reference, a group or a state; every fifth has no group. */
const samples = Array.from({ length: 300 }, (_, index) => ({
  sample_id: `S${String((index * 7919) % 300).padStart(3, '0')}`,
  client_reference: `${beyond[index % 40] ?? 'R'}${index % 40}`,
  state: states[index % 7 === 0 ? 1 : (index % 2) * 2] ?? 'failed',
  status: states[index % 7 === 0 ? 1 : (index % 2) * 2] ?? 'failed',
  group: index % 5 === 0 ? null : `g${index % 3}`,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, index % 100)).toISOString(),
}))

beforeAll(async () => {
  ;({ journal, close } = await openStores())
  await journal.transaction(async (writing) => {
    for (const { group, ...columns } of samples) {
      const fields = group === null ? {} : { group }
      await addSample(writing, columns.sample_id, { ...columns, fields, place: columns.created_at })
    }
  })
})
afterAll(() => close())

/** Sorts all samples with plain comparisons. */
function sortedPlainly(sorts: SampleSorts): string[] {
  const sorted = samples.toSorted((a, b) => {
    for (const { by, order } of toKeys(sorts)) {
      const [one, other] = [a[by], b[by]]
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      return Buffer.compare(Buffer.from(one), Buffer.from(other)) * (order === 'asc' ? 1 : -1)
    }
    return 0
  })
  return sorted.map((one) => one.sample_id)
}

async function sortedByPages(sorts: SampleSorts, more: object = {}, analysed?: ReadonlySet<string>) {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const listParams = { text: '', sort: sorts, page, limit: 37, ...more }
    const { rows, total } = await pageOfSamples(journal.query, listParams, async () => analysed ?? new Set())
    ids.push(...rows.map((row) => row.sample_id))
    if (page * 37 >= total) return ids
  }
}

const by = (...keys: string[]): SampleSorts =>
  keys.map((key) => ({
    by: key.replace('-', '') as SampleSorts[number]['by'],
    order: key.startsWith('-') ? 'desc' : 'asc',
  }))

const orders = [
  by('group'),
  by('-state'),
  by('-status'),
  by('group', 'status', '-client_reference'),
  by('group', '-client_reference'),
  by('-group', 'state', 'created_at'),
  by('state', '-group', '-client_reference', 'created_at'),
  by('client_reference', '-state', 'group'),
  by('-client_reference', 'group'),
  by('created_at', 'client_reference', '-group'),
  by('-sample_id', 'group'),
]

describe('samples sorted by several fields', () => {
  it.each(orders.map((sorts) => [sorts.map((key) => `${key.by} ${key.order}`).join(', '), sorts] as const))(
    'are each on one page, in place: %s',
    async (_, sorts) => {
      expect(await sortedByPages(sorts)).toEqual(sortedPlainly(sorts))
    },
  )

  it('appear in the same order with a filter by state, by result or by text', async () => {
    const sorts = by('group', '-client_reference')
    const plain = sortedPlainly(sorts)
    const failed = new Set(samples.filter(({ state }) => state === 'failed').map((one) => one.sample_id))
    const failedInOrder = plain.filter((id) => failed.has(id))
    expect(await sortedByPages(sorts, { filter: { states: ['failed'] } })).toEqual(failedInOrder)
    const withResult = { filter: { hasResult: true } }
    expect(await sortedByPages(sorts, withResult, failed)).toEqual(failedInOrder)
    const byName = by('client_reference', 'group')
    expect(await sortedByPages(byName, withResult, new Set(plain))).toEqual(sortedPlainly(byName))
    const named = new Set(samples.filter((one) => one.client_reference === 'R39').map((one) => one.sample_id))
    expect(await sortedByPages(sorts, { text: 'R39' })).toEqual(plain.filter((id) => named.has(id)))
  })
})
