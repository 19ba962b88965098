import { beforeAll, describe, expect, it } from 'vitest'
import { pathwayNames } from '../../../../../demoService/model/pathways.ts'
import { treatmentSignature } from '../../../../../demoService/model/sampleModel.ts'
import type { Input } from '../../../../../shared/contract/contract.ts'
import { type CommandLine, exampleCohort, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
const run = (...args: string[]) => cli.run(...args)
const plain = (...args: string[]) => cli.runPlain(...args)
const groups = ['--by', 'group', '--a', 'treated', '--b', 'control']

beforeAll(async () => {
  cli = await openCommandLine()
  await run('samples', 'import', exampleCohort, '--yes')
  return cli.close
})

describe('compare', () => {
  it('reports that there are no results yet', async () => {
    const { code, lines } = await run('compare', ...groups)
    expect([code, lines]).toEqual([0, [expect.objectContaining({ type: 'summary', pathways: 0 })]])
    expect((await run('analyze', '--all', '--clock')).code).toBe(0)
  })

  it('returns the same values as the app for both measures, without a request', async () => {
    const before = cli.service.summary().requests
    const cases: [string[], Partial<Input<'results.compare'>>][] = [
      [['--offline'], {}],
      [['--test', 'mann-whitney'], { test: 'mann-whitney' }],
      [['--test', 'paired'], { test: 'paired', pairBy: 'donor_id' }],
      [
        ['--pathways', 'mTOR,nf-kb', '--replicates-by', 'tissue'],
        { pathways: ['mTOR', 'NF_KB'], replicatesBy: 'tissue' },
      ],
    ]
    for (const [args, more] of cases) {
      const { code, lines } = await run('compare', ...groups, ...args)
      expect(code).toBe(0)
      for (const measure of ['activity', 'aging_offset'] as const) {
        const by = { by: 'group', values: ['treated', 'control'] }
        const found = await cli.call('results.compare', { measure, groups: by, ...more })
        const records = lines.filter((line) => line['measure'] === measure && line['type'] === 'comparison')
        expect(records).toEqual(
          found.rows.map((row) =>
            expect.objectContaining({
              pathway: row.pathway,
              n_a: row.groups[0]?.n,
              n_b: row.groups[1]?.n,
              mean_a: row.groups[0]?.mean,
              mean_b: row.groups[1]?.mean,
              difference: row.difference,
              ci_low: row.ciLow,
              ci_high: row.ciHigh,
              effect: row.effect,
              effect_name: found.effectName,
              p: row.p,
              q: row.q,
              least_p: row.leastP,
              few_values: row.fewValues,
              noise_limit: row.noiseLimit,
              within_noise: row.withinNoise,
            }),
          ),
        )
        expect(records).toHaveLength(more.pathways?.length ?? pathwayNames.length)
      }
      const service = `${cli.service.url}/api/v1`
      expect(lines.at(-1)).toMatchObject({ type: 'summary', by: 'group', synthetic: true, service })
    }
    expect(cli.service.summary().requests).toBe(before)
  })

  it('compares several groups like the app, together and in pairs', async () => {
    const samples = (await cli.call('samples.list', { limit: 500 })).rows
    const values = [...new Set(samples.map(({ fields }) => String(fields['age'])))].slice(0, 3)
    expect(values).toHaveLength(3)
    for (const test of ['kruskal-wallis', 'welch-anova'] as const) {
      const args = ['--by', 'age', '--values', values.join(','), '--test', test, '--measure', 'activity']
      const { code, lines } = await run('compare', ...args)
      expect([code, lines.length]).toEqual([0, pathwayNames.length + 1])
      const request = { measure: 'activity', groups: { by: 'age', values }, test } as const
      const { rows, pairwiseEffectName } = await cli.call('results.compare', request)
      const [row] = rows
      expect(lines[0]).toMatchObject({
        pathway: row?.pathway,
        n_a: null,
        p: row?.p,
        df: row?.df,
        df2: row?.df2,
        statistic_name: test === 'kruskal-wallis' ? 'H' : 'F',
        groups: row?.groups.map((figures, at) => ({ group: values[at], ...figures })),
      })
      const [pair] = (lines[0]?.['pairwise'] ?? []) as Record<string, unknown>[]
      expect(pair).toMatchObject({
        a: values[0],
        b: values[1],
        n_a: row?.pairwise[0]?.n[0],
        ci_low: row?.pairwise[0]?.ciLow,
        effect_name: pairwiseEffectName,
        p_holm: row?.pairwise[0]?.pHolm,
      })
      const { stdout } = await plain('compare', ...args)
      expect(stdout).toContain(`: ${values.join(', ')}, ${test === 'welch-anova' ? 'anova' : test}`)
      expect(stdout.includes('p is by χ²')).toBe(test === 'kruskal-wallis')
    }
  })

  it("points out that donors are in both groups if no test was chosen, and uses Welch's", async () => {
    const args = ['compare', ...groups, '--measure', 'activity']
    const message = '24 complete donor pairs: --test paired would use them.'
    const note = { kind: 'unusedPairs', pairs: 24, pair_by: 'donor_id', message }
    const { stderr, lines } = await run(...args)
    expect(stderr).toContain(message)
    expect(lines.at(-1)).toMatchObject({ test: 'welch', notes: [note] })
    for (const test of ['welch', 'paired']) {
      const other = await run(...args, '--test', test)
      expect([other.stderr, other.lines.at(-1)?.['notes']]).toEqual(['', []])
    }
  })

  it('reports the noise of replicates and its degrees of freedom', async () => {
    const args = ['compare', ...groups, '--measure', 'activity', '--replicates-by', 'tissue']
    const { lines } = await run(...args)
    const by = { by: 'group', values: ['treated', 'control'] }
    const found = await cli.call('results.compare', {
      measure: 'activity',
      groups: by,
      replicatesBy: 'tissue',
    })
    expect(lines.at(-1)).toMatchObject({ by_measure: [{ measure: 'activity', noise: found.noise }] })
    expect((await plain(...args)).stdout).toContain(`${found.noise?.df} degrees of freedom`)
  })

  it('finds the planted treatment effect of the demo, with its direction', async () => {
    const { lines } = await run('compare', ...groups, '--measure', 'activity', '--test', 'paired')
    const moved = treatmentSignature({ treatment: 'rapamycin' })
    const found = lines.filter(({ q }) => typeof q === 'number' && q < 0.05)
    for (const [pathway, shift] of moved) {
      const line = found.find((one) => one['pathway'] === pathway)
      expect([pathway, Math.sign(Number(line?.['difference']))]).toEqual([pathway, Math.sign(shift)])
    }
  })

  it("finds that treated samples of the demo are younger by the clock than their donors' controls", async () => {
    const before = cli.service.summary().requests
    const of = { groups: { by: 'group', values: ['treated', 'control'] } }
    for (const measure of ['age_acceleration', 'age_acceleration_residual'] as const) {
      const args = ['compare', ...groups, '--measure', measure, '--test', 'paired']
      const { code, lines } = await run(...args)
      const found = await cli.call('results.compareClock', {
        ...of,
        measure,
        test: 'paired',
        pairBy: 'donor_id',
      })
      const [row] = found.rows
      expect([code, lines.length]).toEqual([0, 2])
      expect(lines[0]).toMatchObject({
        type: 'comparison',
        pathway: '(clock)',
        measure,
        n_a: 24,
        pairs: 24,
        mean_a: row?.groups[0]?.mean,
        difference: row?.difference,
        ci_high: row?.ciHigh,
        effect_name: 'hedges_g_paired',
        p: row?.p,
        q: null,
        mean_intervals: found.meanIntervals,
      })
      expect(row?.ciHigh).toBeLessThan(0)
      expect(lines[1]).toMatchObject({ pathways: 0, measures: [measure], synthetic: true })
      const { stdout } = await plain(...args)
      expect(stdout).toMatch(
        /Samples of treated look \d\.\d+ years younger than those of control by the clock/,
      )
      expect(stdout).toContain('paired t-test, 24 pairs, p = ')
      expect(stdout).not.toMatch(/\bq\b/)
    }
    expect(cli.service.summary().requests).toBe(before)
  })

  it('prints a table and its limitations without --json', async () => {
    const ranked = ['compare', ...groups, '--test', 'mann-whitney']
    const { code, stdout } = await plain(...ranked, '--measure', 'activity')
    expect(code).toBe(0)
    expect(stdout).toContain('Activity (as returned, unit not documented): treated − control, mann-whitney')
    expect(stdout).toMatch(
      /pathway +n a +n b +mean a +mean b +difference \(Hodges–Lehmann\) +95% CI +cliffs_delta +p +q/,
    )
    expect(stdout).toContain('p and effect are by ranks')
    expect(stdout).toContain('and so are the difference (Hodges–Lehmann) and its interval')
    expect(stdout).not.toContain('Aging offset')
    expect(stdout).toContain('The data is synthetic.')
    const samples = (await cli.call('samples.list', { limit: 6 })).rows.map(({ sampleId }) => sampleId)
    const few = await plain(...ranked, '--samples', samples.join(','))
    expect(few.stdout).toContain('With groups of this size no p can be below 0.1')
    expect(few.stdout).toContain('few values')
    expect(few.stdout).not.toContain('tested with fewer than five values')
  })

  it('lists the available values if a requested one does not exist', async () => {
    for (const [args, message] of [
      [[], '--by FIELD --a VALUE --b VALUE'],
      [['--by', 'colour', '--a', 'x', '--b', 'y'], 'There are: group, '],
      [['--by', 'group', '--a', 'treated', '--b', 'vehicle'], 'There are: control, treated'],
      [[...groups, '--test', 'anova'], '--test must be one of welch'],
      [[...groups, '--test', 'paired', '--pair-by', 'cage'], 'no field “cage”'],
      [[...groups, '--pathways', 'Unheard'], 'no pathway “Unheard”'],
      [[...groups, '--measure', 'age_acceleration', '--pathways', 'mTOR'], '--pathways goes with'],
      [[...groups, '--measure', 'age'], '--measure must be one of'],
      [['--by', 'group', '--values', 'a,b,c'], 'compared by --test kruskal-wallis'],
      [[...groups, '--values', 'a,b'], 'one of the two'],
      [[...groups, '--group', 'nobody'], 'no samples to compare'],
    ] as const) {
      const { code, lines, stderr } = await run('compare', ...args)
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
      expect(lines).toMatchObject([{ type: 'error', message: expect.stringContaining(message) }])
    }
  })
})
