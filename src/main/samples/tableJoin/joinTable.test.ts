import { describe, expect, it } from 'vitest'
import { createSampleIndex, type JoinSample, joinTable, suggestJoin } from './joinTable.ts'

const sample = (at: number, more: Partial<JoinSample> = {}): JoinSample => ({
  sampleId: `id-${at}`,
  clientReference: `S-${String(at).padStart(2, '0')}`,
  sent: { donor_id: `D${Math.floor(at / 2)}` },
  local: { Barcode: `T${at}` },
  ...more,
})
const samples = Array.from({ length: 6 }, (_, at) => sample(at))
const index = createSampleIndex(samples)
const noHeader = () => null
const table = (...lines: string[]) => {
  const [columns = [], ...rows] = lines.map((line) => line.split(','))
  return { columns, rows: rows.map((cells) => ({ cells })) }
}
const row = (at: number, key: string | null, site?: string | number, conflicts = false) => ({
  row: at,
  key,
  values: new Map<string, string | number>(site === undefined ? [] : [['site', site]]),
  conflicts,
})
const join = (rows: ReturnType<typeof row>[], on = 'client_reference', of = samples) =>
  joinTable(rows, createSampleIndex(of), { on, columns: new Map([['site', 'Site']]) })

describe('the suggested join', () => {
  it('finds the column and the sample property whose values match', () => {
    const rows = table('x,y', 'a,id-1', 'b,id-2')
    expect(suggestJoin(rows, index, noHeader).join).toEqual({ by: 'y', on: 'sample_id' })
    const byDonor = { by: 'p', on: 'donor_id' }
    expect(suggestJoin(table('p', 'D0', 'D1'), index, noHeader).join).toEqual(byDonor)
    expect(suggestJoin(table('q', 'T5'), index, noHeader).join).toEqual({ by: 'q', on: 'Barcode' })
    expect(suggestJoin(table('z', '?'), index, noHeader)).toEqual({ join: null, choices: [] })
  })

  it('prefers a column that names each sample to a column of donors', () => {
    const rows = table('donor,name', 'D0,S-00', 'D0,S-01')
    expect(suggestJoin(rows, index, noHeader).join).toEqual({ by: 'name', on: 'client_reference' })
  })

  it('ignores a column such as group, which matches more rows but identifies no sample', () => {
    const grouped = createSampleIndex(samples.map((one) => ({ ...one, local: { group: 'a' } })))
    const rows = table('name,group', 'S-00,a', 'S-77,a')
    expect(suggestJoin(rows, grouped, noHeader).join).toEqual({ by: 'name', on: 'client_reference' })
    const unnamed = table('x,group', '?,a')
    expect(suggestJoin(unnamed, grouped, noHeader).join).toBeNull()
    expect(suggestJoin(table('group', 'a'), grouped, noHeader).join?.on).toBe('group')
  })

  it('is left to the user if a column fits two properties, unless its header names one', () => {
    const alike = createSampleIndex([sample(0, { clientReference: 'D1' }), sample(2)])
    const rows = table('code', 'D1')
    expect(suggestJoin(rows, alike, noHeader).join).toBeNull()
    expect(suggestJoin(rows, alike, () => 'donor_id').join).toEqual({ by: 'code', on: 'donor_id' })
    expect(suggestJoin(rows, alike, () => 'client_reference').join?.on).toBe('client_reference')
  })
})

describe('a joined table', () => {
  it('reports the reason for each row without a sample, and the sample with a similar name', () => {
    const twice = [...samples, sample(9, { clientReference: 'S-00' })]
    const doubtful = [row(4, 'S-00'), row(5, 'S-02'), row(6, 'S-02', undefined, true)]
    const rows = [row(2, 's1'), row(3, null), ...doubtful, row(7, 'S-03')]
    const { examples, ...counts } = join(rows, 'client_reference', twice)
    expect(counts).toMatchObject({ matched: 1, unmatched: 2, ambiguous: 3, samples: 1, changed: 0 })
    expect(examples.failed).toMatchObject([
      { row: 2, why: 'unmatched', similar: 'S-01' },
      { row: 3, why: 'noKey', similar: null },
      { row: 4, why: 'severalSamples', samples: ['S-00', 'S-00'] },
      { row: 5, why: 'severalRows' },
      { row: 6, why: 'severalRows' },
    ])
  })

  it('gives every sample of a donor the values of its row', () => {
    const joined = join([row(2, 'D0', 'a')], 'donor_id')
    expect(joined).toMatchObject({ matched: 1, samples: 2, changed: 2, fields: [{ name: 'site', added: 2 }] })
    expect(joined.changes('keep')).toEqual([
      { sampleId: 'id-0', change: { fields: { site: 'a' } } },
      { sampleId: 'id-1', change: { fields: { site: 'a' } } },
    ])
  })

  it('does not rewrite equal values, and replaces others only on request; its digest depends on the changes', () => {
    const having = [
      sample(0, { local: { site: 'a' } }),
      sample(1, { sent: { site: '7' } }),
      sample(2, { sent: { site: 'b' }, local: { site: 'c' } }),
    ]
    const rows = [row(2, 'S-00', 'a'), row(3, 'S-01', 7), row(4, 'S-02', 'b')]
    const joined = join(rows, 'client_reference', having)
    expect(joined.fields).toMatchObject([{ added: 0, same: 2, conflicts: 1, sent: 0 }])
    expect(joined.changes('keep')).toEqual([])
    expect(joined.changes('overwrite')).toEqual([{ sampleId: 'id-2', change: { fields: { site: 'b' } } }])
    expect(join(rows, 'client_reference', having).digest).toBe(joined.digest)
    expect(join([row(2, 'S-00', 'b')], 'client_reference', having).digest).not.toBe(joined.digest)
  })
})
