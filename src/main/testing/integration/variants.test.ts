import { afterAll, describe, expect, it } from 'vitest'
import { isFull } from '../faults.ts'
import { variants } from '../variants.ts'
import { type Outcome, runWorkflows, type WorkflowName, workflowNames } from '../workflows.ts'

const outcomes = new Map<string, Outcome>()
const slow = { concurrent: true }

/** The variants to run. Mixtures cover most of them together; each runs alone in the full test. */
const tried = isFull
  ? variants
  : variants.filter((name) => name === 'default' || name === 'pending-results' || name.includes('+'))

describe('every workflow works with a service of the variant', () => {
  it.for(tried)('%s', slow, async (variant) => {
    const outcome = await runWorkflows(variant)
    outcomes.set(variant, outcome)
    expect(outcome).toEqual(Object.fromEntries(workflowNames.map((name) => [name, null])))
  })

  afterAll(() => {
    process.stdout.write(`\n${table()}\n`)
  })
})

/** A page for people in place of what the workflows named need of the service. */
const broken: [WorkflowName[], { method?: string; path: string }[]][] = [
  [['connect'], [{ path: '^/api/v1/users/me$' }]],
  [['import'], [{ method: 'POST', path: '^/api/v1/samples$' }]],
  [['status'], [{ method: 'GET', path: '^/api/v1/samples/' }]],
  [
    ['check', 'analysis', 'report', 'drugs', 'screening', 'export', 'sign-in'],
    [
      { path: '^/api/v1/drugs' },
      { path: '^/api/v1/moa/pathway-analysis$' },
      { path: '/report$/' },
      { method: 'POST', path: '^/api/v1/screening$' },
      { method: 'POST', path: '^/oauth/token$' },
    ],
  ],
]

describe.runIf(isFull)('workflows that a service breaks are reported as broken', () => {
  it.for(broken)('%s', slow, async ([names, matches]) => {
    const faults = matches.map((match) => ({ match, fault: 'html' as const }))
    const outcome = await runWorkflows('default', { faults, until: names.at(-1) })
    for (const name of names) expect(outcome[name], name).toEqual(expect.any(String))
  })

  it('and nothing else', slow, async () => {
    const faults = [{ match: { path: '/report$/' }, fault: 'html' as const }]
    const { report, check, ...others } = await runWorkflows('default', { faults, until: 'report' })
    expect([report, check]).toEqual([expect.any(String), expect.stringContaining('report_format')])
    expect(Object.values(others).every((problem) => problem === null)).toBe(true)
  })
})

/** Formats variants and workflows as a table for the log. */
function table(): string {
  const width = Math.max(...variants.map((variant) => variant.length))
  const line = (first: string, cells: readonly string[]): string =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(workflowNames[at]?.length ?? 0))].join('  ')
  const rows = tried.map((variant) => {
    const outcome = outcomes.get(variant)
    return line(
      variant,
      workflowNames.map((name) => (outcome?.[name] === null ? '✓' : '✗')),
    )
  })
  return [line('variant', workflowNames), ...rows].join('\n')
}
