import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Input } from '../../../../../shared/contract/contract.ts'
import { type CommandLine, exampleCohort, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
let sampleId: string
const run = (...args: string[]) => cli.run(...args)
const match = (...args: string[]) => cli.run('drugs', 'match', ...args)

beforeAll(async () => {
  cli = await openCommandLine()
  await run('samples', 'import', exampleCohort, '--yes')
  sampleId = (await cli.call('samples.list', {})).rows[1]?.sampleId ?? ''
  return cli.close
})

describe('drugs match', () => {
  it('reports missing data before there are results and before drugs have pathways', async () => {
    const bare = await match('--samples', sampleId, '--offline')
    const nothing = { type: 'summary', sample_id: sampleId, why: 'noProfile', drugs: 0, without_pathways: 0 }
    const sync_command = 'pathclock drugs sync --detail pathways'
    expect(bare).toMatchObject({ code: 0, lines: [{ ...nothing, sync_command }] })
    expect((await run('analyze', '--all')).code).toBe(0)
    const [summary] = (await match('--samples', sampleId, '--offline')).lines
    expect(summary).toMatchObject({ why: 'noDrugs', unit: 'z', synthetic: true, service: expect.any(String) })
  })

  it('returns the same as the app for samples, chosen controls and two groups, without a request', async () => {
    const { hits } = await cli.call('drugs.search', { text: '', limit: 30 })
    for (const { drugId } of hits) await cli.call('drugs.show', { drugId })
    const before = cli.service.summary().requests
    const groups = { by: 'group', values: ['treated', 'control'] }
    const comparison = { measure: 'activity' as const, groups }
    const compared = ['--compare', 'group:treated:control']
    const paired = ['--test', 'paired', '--pair-by', 'donor_id', '--replicates-by', 'tissue']
    const some = (await cli.call('samples.list', { limit: 20 })).rows.map((row) => row.sampleId)
    const cases: [string[], Input<'drugs.match'>['profile']][] = [
      [['--samples', sampleId], { sampleId }],
      [
        ['--samples', sampleId, '--controls', 'control'],
        { sampleId, against: { filter: { group: 'control' } } },
      ],
      [[...compared, '--test', 'mann-whitney'], { comparison: { ...comparison, test: 'mann-whitney' } }],
      [
        [...compared, ...paired],
        { comparison: { ...comparison, test: 'paired', pairBy: 'donor_id', replicatesBy: 'tissue' } },
      ],
      [[...compared, '--among', some.join(',')], { comparison: { ...comparison, of: { sampleIds: some } } }],
    ]
    for (const [args, given] of cases) {
      const isCompared = 'comparison' in given
      // Includes every effect, since few have a small q in groups this small.
      const profile = isCompared ? { ...given, maxQ: 1 } : given
      const more = isCompared ? ['--max-q', '1'] : []
      const found = await cli.call('drugs.match', { profile, limit: 5 })
      const { code, lines } = await match(...args, ...more, '--limit', '5')
      expect(code).toBe(0)
      expect(found.drugs.length).toBeGreaterThan(0)
      expect(found.drugs.length).toBeLessThanOrEqual(5)
      expect(lines.slice(0, -1).map((line) => [line['drug_id'], line['score'], line['coverage']])).toEqual(
        found.drugs.map(({ drugId, score, coverage }) => [drugId, score, coverage]),
      )
      expect(lines.at(-1)).toMatchObject({
        type: 'summary',
        unit: found.unit,
        max_q: isCompared ? 1 : null,
        profile: found.profile,
        matched: found.counts.matched,
        cached: found.counts.cached,
        synthetic: true,
        note: expect.stringContaining('does not predict an effect'),
      })
    }
    expect(cli.service.summary().requests).toBe(before)
  })

  it('names the command that fetches the missing pathways', async () => {
    await cli.call('drugs.search', { text: '', limit: 100 })
    const summary = async () => (await match('--samples', sampleId)).lines.at(-1)
    const before = await summary()
    const missing = Number(before?.['without_pathways'])
    expect(missing).toBeGreaterThan(0)
    expect(before?.['sync_command']).toBe('pathclock drugs sync --cached')
    const requests = cli.service.summary().requests
    const synced = await run(...String(before?.['sync_command']).split(' ').slice(1))
    expect(synced.code).toBe(0)
    expect(synced.lines.at(-1)).toMatchObject({
      state: 'done',
      detail: 'pathways',
      failed: 0,
      requests: missing,
    })
    expect(cli.service.summary().requests - requests).toBe(missing)
    const complete = { without_pathways: 0, sync_command: null, with_pathways: before?.['cached'] }
    expect(await summary()).toMatchObject(complete)
  })

  it.each([
    ['welch'],
    ['mann-whitney'],
    ['paired', '--pair-by', 'donor_id'],
    ['wilcoxon-signed-rank', '--pair-by', 'donor_id'],
  ])(
    'ranks sirolimus first among the drugs that mimic samples treated with it, by %s',
    async (test, ...more) => {
      const args = ['--compare', 'group:treated:control', '--test', test, ...more, '--limit', '500']
      const { code, lines } = await match(...args, '--direction', 'mimicking')
      expect(code).toBe(0)
      const [first, second] = lines
      expect(first).toMatchObject({
        name: 'Sirolimus',
        direction: 'mimicking',
        rank: 1,
        opposes: [],
        follows: [
          { pathway: 'Autophagy', direction: 'activates', value: expect.any(Number) },
          { pathway: 'mTOR', direction: 'inhibits', value: expect.any(Number) },
        ],
        drugbank_id: 'DB00877',
        chembl_id: 'CHEMBL413',
      })
      expect(Number(first?.['score'])).toBeGreaterThan(Number(second?.['score']))
      expect(lines.slice(0, -1).every((line) => Number(line['score']) > 0)).toBe(true)
      expect(lines.at(-1)).toMatchObject({ direction: 'mimicking' })
      const opposing = (await match(...args)).lines
      expect(opposing[0]).toMatchObject({ direction: 'opposing', name: 'Hydroxychloroquine' })
      expect(opposing.map((line) => line['name'])).not.toContain('Sirolimus')
    },
  )

  it.each([
    ['--compare group:treated:control', '--by group --a treated --b control'],
    [`--samples SAMPLE --controls control`, '--sample SAMPLE --controls control'],
  ])('is exported as listed for %s, with pathways, values and identifiers', async (listed, exported) => {
    const words = (text: string) => text.replace('SAMPLE', sampleId).split(' ')
    const out = join(cli.folder, 'match.csv')
    const direction = ['--direction', 'mimicking']
    const { code, stderr } = await run('export', 'match', ...words(exported), ...direction, '--out', out)
    expect([code, stderr]).toEqual([0, ''])
    const rows = parse(await readFile(out, 'utf8'), { columns: true }) as Record<string, string>[]
    const { lines } = await match(...words(listed), ...direction, '--limit', '500')
    const matches = lines.slice(0, -1)
    expect(rows.map((row) => [row['rank'], row['name'], row['score'], row['coverage']])).toEqual(
      matches.map((line) => [line['rank'], line['name'], line['score'], line['coverage']].map(String)),
    )
    const sirolimus = rows.find((row) => row['name'] === 'Sirolimus')
    expect(sirolimus).toMatchObject({
      direction: 'mimicking',
      follows: expect.stringMatching(/activates Autophagy \([\d.]+\)/),
      opposes: '',
      drugbank_id: 'DB00877',
      chembl_id: 'CHEMBL413',
      synthetic: 'true',
    })
  })

  it('explains invalid arguments', async () => {
    for (const [args, message] of [
      [[], 'one of the two'],
      [['--samples', 'a', '--compare', 'group:a:b'], 'one of the two'],
      [['--compare', 'group'], 'such as group:treated:control'],
      [['--compare', 'group:a:a'], 'such as group:treated:control'],
      [['--samples', 'a', '--direction', 'sideways'], '--direction must be one of opposing, mimicking'],
      [['--compare', 'group:a:b', '--controls', 'x'], '--controls goes with --samples'],
      [['--samples', 'a', '--test', 'welch'], '--test goes with --compare'],
      [['--samples', 'a', '--pair-by', 'donor_id'], '--pair-by goes with --compare'],
      [['--compare', 'group:a:b', '--among', 'x', '--group', 'y'], 'one of the two'],
      [['--samples', 'nobody'], 'The register has no sample nobody'],
    ] as const) {
      const { code, stderr } = await match(...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })
})

describe('analyze', () => {
  it('accepts a group as the register shows it, and lists the groups if it does not exist', async () => {
    await cli.call('samples.annotate', { sampleIds: [sampleId], change: { group: 'moved' } })
    const { code, lines } = await run('analyze', '--group', 'moved', '--clock')
    expect([code, lines.at(-1)]).toEqual([0, expect.objectContaining({ samples: 1, analysed: 1 })])
    const none = await run('analyze', '--group', 'nobody')
    expect(none.code).toBe(2)
    expect(none.stderr).toMatch(/Groups: .*control/)
  })
})
