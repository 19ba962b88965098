import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type CommandLine, openAnalyzedCohort } from '../../testing/openApp.ts'

let cli: CommandLine
beforeAll(async () => {
  cli = await openAnalyzedCohort()
  return cli.close
})

const run = (...args: string[]) => cli.run(...args)
const plain = (...args: string[]) => cli.runPlain(...args)
const model = ['compare', '--model', '~ group + age + sex', '--contrast', 'treated-control']

it('prints a line for each pathway and measure, with the numbers of the app', async () => {
  const { code, lines } = await run(...model, '--moderated')
  expect(code).toBe(0)
  const found = await cli.call('results.model', {
    measure: 'activity',
    terms: [{ field: 'group' }, { field: 'age' }, { field: 'sex' }],
    contrasts: ['treated-control'],
    moderation: 'constant',
  })
  const own = lines.filter(({ type, measure }) => type === 'comparison' && measure === 'activity')
  expect(own).toEqual(
    found.rows.map((row) =>
      expect.objectContaining({
        pathway: row.pathway,
        contrast: 'treated-control',
        group_a: 'treated',
        group_b: 'control',
        n_a: 24,
        n_b: 24,
        estimate: row.estimate,
        se: row.se,
        t: row.t,
        df: row.df,
        ci_low: row.ciLow,
        ci_high: row.ciHigh,
        p: row.p,
        q: row.q,
      }),
    ),
  )
  expect(lines.at(-1)).toMatchObject({ type: 'summary', formula: '~ group + age + sex', samples: 48 })
})

it('gives complete pairs of donors their own intercepts, and states it', async () => {
  const { code, stdout: output } = await plain(...model, '--block', 'donor_id', '--measure', 'activity')
  expect(code).toBe(0)
  expect(output).toContain('Each donor_id (24 values) has its own intercept')
  expect(output).toContain('replaced by its intercept: age, sex')
})

it('prints p of equivalence, and how many pathways differ by no more than the margin', async () => {
  const { stdout: output } = await plain(...model, '--equivalence', '3', '--measure', 'activity')
  expect(output).toContain('equivalence p')
  expect(output).toMatch(/no difference larger than 3 \(p < 0\.05, not adjusted\) for \d+ of \d+ pathways/)
})

it('models the clock at the same chronological age', async () => {
  const { lines } = await run('compare', '--model', '~ group', '--measure', 'age_acceleration_residual')
  expect(lines[0]).toMatchObject({ type: 'comparison', formula: '~ group + chronological_age', q: null })
})

it.each([
  [['--model', '~ group + log(age)'], 'is not read here'],
  [['--model', '~ group + nothing'], 'no field “nothing”'],
  [['--model', '~ group', '--contrast', 'treated-other'], 'other'],
  [['--model', '~ group + treatment'], 'cannot be told apart'],
  [['--model', '~ group', '--by', 'group'], '--by does not go with --model'],
  [['--moderated'], '--moderated goes with --model'],
])('refuses %s with a sentence', async (args, sentence) => {
  const { code, stderr: errors } = await plain('compare', ...args)
  expect(code).toBe(2)
  expect(errors).toContain(sentence)
})

it('records each question of a study once, and lists how often it was asked', async () => {
  await run('study', 'create', 'Liver', '--group', 'treated')
  await run('study', 'add', 'Liver', '--group', 'control')
  for (let time = 0; time < 2; time += 1)
    await run('compare', '--model', '~ group + age', '--study', 'Liver', '--measure', 'activity')
  await run('compare', '--by', 'group', '--a', 'treated', '--b', 'control', '--study', 'Liver')
  const { lines } = await run('study', 'show', 'Liver')
  const questions = lines[0]?.['questions'] as { kind: string; tests: number; times: number }[]
  expect(questions.map(({ kind, times }) => [kind, times])).toEqual([
    ['model', 2],
    ['comparison', 1],
    ['comparison', 1],
  ])
})

it('exports the table of a model', async () => {
  const file = join(cli.folder, 'model.csv')
  const { code } = await run('export', 'compare', ...model.slice(1), '--format', 'csv', '--out', file)
  expect(code).toBe(0)
})

it('plans the samples of a study, with the orders and requests they cost', async () => {
  const { code, lines } = await run('plan', '--design', 'unpaired', '--effect', '1', '--power', '0.8')
  expect(code).toBe(0)
  expect(lines.at(-1)).toMatchObject({ type: 'summary', per_group: 17, samples: 34, orders: 34 })
})

it('plans from a pilot study', async () => {
  const { code, lines } = await run('plan', '--design', 'paired', '--effect', '0.5', '--pilot', 'Liver')
  expect(code).toBe(0)
  expect(lines.at(-1)).toMatchObject({ type: 'summary', pilot: { samples: 48 } })
})

it('measures the agreement of repeats', async () => {
  const { code, lines } = await run('agreement', '--replicates-by', 'donor_id', '--equivalence', '2')
  expect(code).toBe(0)
  expect(lines[0]).toMatchObject({ type: 'agreement', units: 24, repeats: 2 })
})
