import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, exampleCohort, openCommandLine } from '../testing/openApp.ts'

let cli: CommandLine
const run = (...args: string[]) => cli.run(...args)
const plain = (...args: string[]) => cli.runPlain(...args)
const groups = ['--by', 'group', '--a', 'treated', '--b', 'control']
const listed = async (...args: string[]) =>
  (await run('study', 'list', ...args)).lines.filter(({ type }) => type === 'study')

beforeAll(async () => {
  cli = await openCommandLine()
  await run('samples', 'import', exampleCohort, '--yes')
  return cli.close
})

const firstSamples = async (count: number): Promise<string[]> =>
  (await run('samples', 'list')).lines.slice(0, count).map(({ sample_id }) => String(sample_id))

const moreSamples = (name: string): Promise<string> =>
  cli.save(`${name}.csv`, `sample_name,age,group\n${name}-1,40,treated\n${name}-2,41,control\n`)

describe('study', () => {
  it('lists the study of an import with the progress of its samples, and shows the suggested design', async () => {
    await run('analyze', '--study', 'COHORT')
    expect(await listed()).toMatchObject([
      { study_id: 'all', name: 'All samples', samples: 48 },
      { name: 'cohort', samples: 48, stages: { analyzed: 48 }, archived_at: null, synthetic: true },
    ])
    const { lines, code } = await run('study', 'show', 'cohort')
    expect(code).toBe(0)
    expect(lines).toMatchObject([
      {
        type: 'study',
        name: 'cohort',
        samples: 48,
        design: { group_by: 'group', control: 'control', pair_by: 'donor_id', chosen: [] },
        comparisons: [],
        unfinished: null,
        cautions: expect.arrayContaining([expect.objectContaining({ kind: 'synthetic' })]),
      },
    ])
    const { findings } = lines[0] as { findings: { kind: string; statement: string; figures: object }[] }
    expect(findings.find(({ kind }) => kind === 'pathways')).toMatchObject({
      statement: expect.stringContaining('mTOR ↓'),
      figures: { tested: 26, q_below: 0.05 },
    })
    const { stdout } = await plain('study', 'show', 'cohort')
    expect(stdout).toContain('control, treated by group (suggested)')
    expect(stdout).toMatch(/Findings\n- \d of 26 pathways differ/)
  })

  it('can be compared, matched with drugs and exported by its name', async () => {
    await run('study', 'create', 'Pairs', '--samples', (await firstSamples(12)).join(','))
    const compared = await run('compare', '--study', 'pairs', ...groups)
    const summary = { type: 'summary', samples_a: 6, samples_b: 6, cautions: [] }
    expect(compared.lines.at(-1)).toMatchObject(summary)
    const file = join(cli.folder, 'pairs.csv')
    const exported = await run('export', 'samples', '--study', 'Pairs', '--out', file)
    expect(exported.lines.at(-1)).toMatchObject({ rows: 12 })
    const matched = await run('drugs', 'match', '--study', 'Pairs', '--compare', 'group:treated:control')
    expect(matched.code).toBe(0)
    expect((await run('compare', '--study', 'Lung', '--by', 'group', '--a', 'x', '--b', 'y')).code).toBe(2)
    expect((await run('export', 'samples', '--study', 'Pairs', '--samples', 'S', '--out', '-')).code).toBe(2)
  })

  it('can be created, gain and lose samples, and leaves them in the register', async () => {
    const created = await run('study', 'create', 'Treated', '--question', 'Younger?', '--group', 'treated')
    expect(created.lines).toMatchObject([
      { type: 'summary', name: 'Treated', question: 'Younger?', samples: 24 },
    ])
    expect((await run('study', 'create', 'treated')).code).toBe(2)
    const { lines } = await run('samples', 'list', '--study', 'Treated')
    const [first, second] = lines.map(({ sample_id }) => String(sample_id))
    const removed = await run('study', 'add', 'Treated', '--samples', `${first},${second}`, '--remove')
    expect(removed.lines).toMatchObject([{ removed: 2 }])
    const added = await run('study', 'add', 'Treated', '--group', 'treated')
    expect(added.lines).toMatchObject([{ added: 2, already_there: 22 }])
    expect((await run('samples', 'list')).lines.at(-1)).toMatchObject({ type: 'summary', total: 48 })
    expect((await run('study', 'add', 'Treated')).code).toBe(2)
  })

  it('receives an import by its name, and is created if the name is new', async () => {
    const into = await run('samples', 'import', await moreSamples('X'), '--yes', '--study', 'cohort')
    const fresh = await run('samples', 'import', await moreSamples('Y'), '--yes', '--study', 'Pilot')
    const studies = await listed()
    const named = (name: string) => studies.find((study) => study['name'] === name)
    expect(into.lines.at(-1)).toMatchObject({ created: 2, study: named('cohort')?.['study_id'] })
    expect(fresh.lines.at(-1)).toMatchObject({ created: 2, study: named('Pilot')?.['study_id'] })
    expect(named('cohort')).toMatchObject({ samples: 50 })
    expect(named('Pilot')).toMatchObject({ samples: 2 })
  })

  it('asks about repeats with the commands that answer, and stops after an answer', async () => {
    const rows = Array.from({ length: 24 }, (_, row) => {
      const group = row < 12 ? 'treated' : 'control'
      const mouse = Math.floor(row / 3)
      // The reference service shifts activities by tissue, so samples of one mouse are alike.
      return `M${row},40,${group},tissue ${mouse},m${mouse}`
    })
    const file = await cli.save('mice.csv', ['sample_name,age,group,tissue,my mouse', ...rows].join('\n'))
    await run('samples', 'import', file, '--yes', '--study', 'Mice & men', '--age-unit', 'years')
    await run('analyze', '--study', 'mice & men')
    const questions = async (...args: string[]) => {
      const { lines } = await run(...args)
      const { cautions } = lines.at(-1) as { cautions: { field?: string }[] }
      return cautions.flatMap(({ field }) => field ?? [])
    }
    const show = ['study', 'show', 'mice & men']
    const compare = ['compare', '--study', 'mice & men', ...groups]
    expect([await questions(...show), await questions(...compare)]).toEqual([['my mouse'], ['my mouse']])
    const edit = ['study', 'edit', 'mice & men']
    const { stdout } = await plain(...show)
    expect(stdout).toContain(`\n  yes: pathclock study edit 'Mice & men' --pair-by 'my mouse'\n`)
    expect(stdout).toContain(`: pathclock study edit 'Mice & men' --independent 'my mouse'\n`)
    expect((await plain(...compare)).stdout).toContain(`  yes: add --replicates-by 'my mouse'\n`)
    for (const option of ['--replicates-by', '--independent'])
      expect(await questions(...compare, option, 'my mouse')).toEqual([])

    for (const [option, part] of [
      ['--pair-by', { pair_by: 'my mouse' }],
      ['--independent', { independent: ['my mouse'] }],
    ] as const) {
      const edited = await run(...edit, option, 'my mouse')
      expect(edited.lines).toMatchObject([{ type: 'summary', design: part }])
      expect(await questions(...show)).toEqual([])
      const removed = await run(...edit, option, 'my mouse', '--remove')
      expect(removed.lines).toMatchObject([{ design: { pair_by: null, independent: [] } }])
      expect(await questions(...show)).toEqual(['my mouse'])
      expect((await run(...edit, option, 'my mouse', '--remove')).code).toBe(2)
    }
    const unknown = await run(...edit, '--pair-by', 'mose')
    expect(unknown.lines.at(-1)).toMatchObject({ message: expect.stringContaining('There are: group, ') })
    expect([unknown.code, (await run(...edit)).code]).toEqual([2, 2])
  })

  it('can be archived and restored, and receives no samples in between', async () => {
    await run('study', 'create', 'Old')
    await run('study', 'archive', 'Old')
    expect((await listed()).map(({ name }) => name)).not.toContain('Old')
    expect((await listed('--archived')).map(({ name }) => name)).toEqual(['Old'])
    const refused = await run('samples', 'import', await moreSamples('Z'), '--yes', '--study', 'Old')
    expect(refused.code).not.toBe(0)
    const error = { type: 'error', message: expect.stringContaining('archived') as string }
    expect(refused.lines.at(-1)).toMatchObject(error)
    await run('study', 'archive', 'Old', '--restore')
    expect((await listed()).map(({ name }) => name)).toContain('Old')
  })

  it('that does not exist causes an error that lists the existing studies', async () => {
    const { code, lines } = await run('study', 'show', 'Lung')
    expect(code).toBe(2)
    expect(lines.at(-1)).toMatchObject({ type: 'error', message: expect.stringContaining('"cohort"') })
  })

  it('warns about a stored column that equals the groups and that compare accepts', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => `R${row},${row % 2 ? 'treated,b2' : 'control,b1'}`)
    const file = await cli.save('runs.csv', ['sample_name,group,batch', ...rows].join('\n'))
    await run('samples', 'import', file, '--yes', '--study', 'runs')
    await run('analyze', '--study', 'runs')
    const { lines } = await run('study', 'show', 'runs')
    expect(lines[0]).toMatchObject({
      cautions: expect.arrayContaining([
        expect.objectContaining({ kind: 'confounded', statement: expect.stringContaining('batch') }),
      ]),
    })
    const compared = await run('compare', '--study', 'runs', '--by', 'batch', '--a', 'b2', '--b', 'b1')
    expect(compared.code).toBe(0)
    expect(compared.lines[0]).toMatchObject({ type: 'comparison', n_a: 6, n_b: 6 })
  })
})
