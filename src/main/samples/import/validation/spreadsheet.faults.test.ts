import { describe, expect, it } from 'vitest'
import { printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws, type Draws, monthNames, two } from '../../testing/createDraws.ts'
import { checkWith } from './testing/checkWith.ts'

const columns = ['sample', 'tissue', 'donor', 'date']
/** Names as a spreadsheet mangles them, by kind. */
const mangled: Record<string, (draws: Draws) => string> = {
  'a day and a month': ({ pick, integerBetween }) => `${integerBetween(1, 28)}-${pick(monthNames)}`,
  'a month and a year': ({ pick, integerBetween }) => `${pick(monthNames)}-${two(integerBetween(0, 99))}`,
  'a German day': ({ pick, integerBetween }) =>
    `${two(integerBetween(1, 28))}. ${pick(['Sep', 'Okt', 'Mrz', 'Dez'])}`,
  'a Chinese day': ({ integerBetween }) => `${integerBetween(1, 12)}月${integerBetween(1, 28)}日`,
  "a day's number": ({ integerBetween }) => String(integerBetween(36_526, 47_000)),
  'a rounded number': ({ pick, integerBetween }) =>
    pick(['1E', '2.5E', '7,31E']) + pick(['+', '-']) + two(integerBetween(5, 21)),
  '16 digits or more': ({ integerBetween }) =>
    `${integerBetween(1e14, 9e14)}${'0'.repeat(integerBetween(1, 5))}`,
}

/** Names as laboratories give them, near to what is mangled. */
const sound: ((draws: Draws) => string)[] = [
  ({ integerBetween }) => `HLS-${String(integerBetween(1, 999)).padStart(3, '0')}`,
  ({ pick, integerBetween }) => `${pick(monthNames)}-${integerBetween(100, 999)}`,
  ({ pick, integerBetween }) => `P${integerBetween(1, 99)}-${pick(monthNames)}`,
  ({ pick, integerBetween }) => `${pick(monthNames).toUpperCase()}CH${integerBetween(1, 11)}`,
  ({ integerBetween }) => `E${integerBetween(1, 9)}-${integerBetween(10, 99)}`,
  ({ integerBetween }) => `${integerBetween(1, 9)}E${integerBetween(1, 9)}`,
  ({ pick, integerBetween }) => `${integerBetween(1, 28)}-${pick(['A', 'B12', 'liver', 'sepsis'])}`,
  ({ integerBetween }) => `样本 ${integerBetween(1, 999)}`,
  ({ integerBetween }) => `LOT ${integerBetween(30_000, 60_000)}`,
]

function check(rows: string[][]) {
  const { checked, last } = checkWith({ columns }, rows)
  return { checked, problems: [...checked.flatMap(({ problems }) => problems), ...last] }
}

type Check = typeof check

/** Counts how many mangled cells (one in twenty) and how many sound ones are reported in generated cohorts. */
function measureDetection(run: Check, cohorts: number) {
  const draws = createDraws(createSeededRandom(15))
  const tally = { mangled: 0, missed: 0, sound: 0, falseAlarms: 0, changed: 0 }
  for (let cohort = 0; cohort < cohorts; cohort++) {
    const mangledRows = new Map<number, string>()
    const rows = Array.from({ length: 200 }, (_, index) => {
      const isBad = index % 20 === 7
      const name = isBad ? draws.pick(Object.values(mangled))(draws) : draws.pick(sound)(draws)
      if (isBad) mangledRows.set(index + 2, name)
      return [isBad ? name : `${name}/${index}`, 'liver', `D${index}`, '2026-04-03']
    })
    const { checked, problems } = run(rows)
    const reportedRows = new Set(
      problems.filter(({ rule }) => rule.startsWith('excel-')).map((problem) => problem.row),
    )
    for (const { row, fields } of checked) {
      const isBad = mangledRows.has(row)
      tally[isBad ? 'mangled' : 'sound'] += 1
      if (isBad && !reportedRows.has(row)) tally.missed += 1
      if (!isBad && reportedRows.has(row)) tally.falseAlarms += 1
      if (fields && fields.client_reference !== rows[row - 2]?.[0]) tally.changed += 1
    }
  }
  return tally
}

describe('cells that a spreadsheet has mangled', () => {
  it('are all reported, with hardly any false alarms, and are never repaired', () => {
    const cohorts = scale(20, 400)
    const tally = measureDetection(check, cohorts)
    printFigure('15', `${cohorts} cohorts with mangled names`, { ...tally })
    expect(tally).toMatchObject({ missed: 0, changed: 0 })
    expect(tally.falseAlarms).toBeLessThanOrEqual(tally.sound / 100)
  })

  it('are reported if a column has lost its leading zeros', () => {
    const { integerBetween } = createDraws(createSeededRandom(16))
    let missed = 0
    const cohorts = scale(20, 200)
    for (let cohort = 0; cohort < cohorts; cohort++) {
      const names = new Set(Array.from({ length: 100 }, () => String(integerBetween(0, 999_999))))
      const rows = [...names].map((name) => [name, 'liver', 'D', ''])
      const lost = [...names].some((name) => name.length < 6)
      if (lost !== check(rows).problems.some(({ rule }) => rule === 'lost-zeros')) missed += 1
    }
    printFigure('15', `${cohorts} columns of numbers without their zeros`, { missed })
    expect(missed).toBe(0)
  })

  it.each(['excel-date', 'excel-exponent', 'excel-digits', 'excel-day-number'])(
    'catch a mutant that is blind to %s',
    (rule) => {
      const blind: Check = (rows) => {
        const { checked, problems } = check(rows)
        return { checked, problems: problems.filter((problem) => problem.rule !== rule) }
      }
      expect(measureDetection(blind, 10).missed).toBeGreaterThan(0)
    },
  )

  it('catch a mutant that repairs them, and one that cries wolf', () => {
    const repairing: Check = (rows) => {
      const { checked, problems } = check(rows)
      for (const { fields } of checked)
        if (fields) fields.client_reference = fields.client_reference.replace('-Sep', 'SEPT')
      return { checked, problems }
    }
    expect(measureDetection(repairing, 10).changed).toBeGreaterThan(0)
    const crying: Check = (rows) => {
      const { checked, problems } = check(rows)
      const alarms = checked.filter(({ row }) => row % 50 === 0)
      const more = alarms.map(({ row }) => ({ ...problems[0]!, row, rule: 'excel-date' }))
      return { checked, problems: [...problems, ...more] }
    }
    const { falseAlarms, sound: all } = measureDetection(crying, 10)
    expect(falseAlarms).toBeGreaterThan(all / 100)
  })
})
