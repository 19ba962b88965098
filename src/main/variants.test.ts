import { afterAll, describe, expect, it } from 'vitest'
import { variants } from './testing/variants.ts'
import { goThrough, type Outcome, type WorkflowName, workflowNames } from './testing/workflows.ts'

const outcomes = new Map<string, Outcome>()
const slow = { timeout: 60_000, concurrent: true }

describe('every workflow works with a service of the variant', () => {
  it.for(variants)('%s', slow, async (variant) => {
    const outcome = await goThrough(variant)
    outcomes.set(variant, outcome)
    expect(outcome).toEqual(Object.fromEntries(workflowNames.map((name) => [name, null])))
  })

  afterAll(() => {
    process.stdout.write(`\n${table()}\n`)
  })
})

/** What each workflow needs of the service. */
const needs: [WorkflowName, { method?: string; path: string }][] = [
  ['connect', { path: '^/api/v1/users/me$' }],
  ['import', { method: 'POST', path: '^/api/v1/samples$' }],
  ['check', { path: '^/api/v1/drugs$' }],
  ['status', { method: 'GET', path: '^/api/v1/samples/' }],
  ['analysis', { path: '^/api/v1/moa/pathway-analysis$' }],
  ['report', { path: '/report$/' }],
  ['drugs', { path: '^/api/v1/drugs/' }],
  ['screening', { method: 'POST', path: '^/api/v1/screening$' }],
  ['export', { path: '^/api/v1/moa/pathway-analysis$' }],
  ['sign-in', { method: 'POST', path: '^/oauth/token$' }],
]

describe('a workflow that a service breaks is seen to be broken', () => {
  it.for(needs)('%s', slow, async ([name, match]) => {
    const outcome = await goThrough('default', { faults: [{ match, fault: 'html' }], until: name })
    expect(outcome[name]).toEqual(expect.any(String))
  })
})

/** Variants and workflows, for whoever reads the log. */
function table(): string {
  const width = Math.max(...variants.map((variant) => variant.length))
  const line = (first: string, cells: readonly string[]): string =>
    [first.padEnd(width), ...cells.map((cell, at) => cell.padEnd(workflowNames[at]?.length ?? 0))].join('  ')
  const rows = variants.map((variant) => {
    const outcome = outcomes.get(variant)
    return line(
      variant,
      workflowNames.map((name) => (outcome?.[name] === null ? '✓' : '✗')),
    )
  })
  return [line('variant', workflowNames), ...rows].join('\n')
}
