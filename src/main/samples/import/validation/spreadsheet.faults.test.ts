import { describe, expect, it } from 'vitest'
import { printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { checkWith } from './testing/checkWith.ts'

const columns = ['sample', 'tissue', 'donor', 'date']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Random = () => number
const integerBetween = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))
const pick = <T>(random: Random, values: readonly T[]): T =>
  values[integerBetween(random, 0, values.length - 1)] as T

/** Names as a spreadsheet mangles them, by kind. */
const mangled: Record<string, (random: Random) => string> = {
  'a day and a month': (random) => `${integerBetween(random, 1, 28)}-${pick(random, months)}`,
  'a month and a year': (random) =>
    `${pick(random, months)}-${String(integerBetween(random, 0, 99)).padStart(2, '0')}`,
  'a German day': (random) =>
    `${String(integerBetween(random, 1, 28)).padStart(2, '0')}. ${pick(random, ['Sep', 'Okt', 'Mrz', 'Dez'])}`,
  'a Chinese day': (random) => `${integerBetween(random, 1, 12)}月${integerBetween(random, 1, 28)}日`,
  "a day's number": (random) => String(integerBetween(random, 36_526, 47_000)),
  'a rounded number': (random) =>
    `${pick(random, ['1', '2.5', '7,31'])}E${pick(random, ['+', '-'])}${String(integerBetween(random, 5, 21)).padStart(2, '0')}`,
  '16 digits or more': (random) =>
    `${integerBetween(random, 1e14, 9e14)}${'0'.repeat(integerBetween(random, 1, 5))}`,
}

/** Names as laboratories give them, near to what is mangled. */
const sound: ((random: Random) => string)[] = [
  (random) => `HLS-${String(integerBetween(random, 1, 999)).padStart(3, '0')}`,
  (random) => `${pick(random, months)}-${integerBetween(random, 100, 999)}`,
  (random) => `P${integerBetween(random, 1, 99)}-${pick(random, months)}`,
  (random) => `${pick(random, months).toUpperCase()}CH${integerBetween(random, 1, 11)}`,
  (random) => `E${integerBetween(random, 1, 9)}-${integerBetween(random, 10, 99)}`,
  (random) => `${integerBetween(random, 1, 9)}E${integerBetween(random, 1, 9)}`,
  (random) => `${integerBetween(random, 1, 28)}-${pick(random, ['A', 'B12', 'liver', 'sepsis'])}`,
  (random) => `样本 ${integerBetween(random, 1, 999)}`,
  (random) => `LOT ${integerBetween(random, 30_000, 60_000)}`,
]

function check(rows: string[][]) {
  const { checked, last } = checkWith({ columns }, rows)
  return { checked, problems: [...checked.flatMap(({ problems }) => problems), ...last] }
}

type Check = typeof check

/** Counts how many mangled cells (one in twenty) and how many sound ones are reported in generated cohorts. */
function measureDetection(run: Check, cohorts: number) {
  const random = createSeededRandom(15)
  const tally = { mangled: 0, missed: 0, sound: 0, falseAlarms: 0, changed: 0 }
  for (let cohort = 0; cohort < cohorts; cohort++) {
    const mangledRows = new Map<number, string>()
    const rows = Array.from({ length: 200 }, (_, index) => {
      const isBad = index % 20 === 7
      const name = isBad ? pick(random, Object.values(mangled))(random) : pick(random, sound)(random)
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
    const random = createSeededRandom(16)
    let missed = 0
    const cohorts = scale(20, 200)
    for (let cohort = 0; cohort < cohorts; cohort++) {
      const rows = Array.from({ length: 100 }, () => [
        String(integerBetween(random, 0, 999_999)),
        'liver',
        'D',
        '',
      ]).filter(([name], index, all) => all.findIndex(([other]) => other === name) === index)
      const lost = rows.some(([name]) => (name ?? '').length < 6)
      if (lost !== check(rows).problems.some(({ rule }) => rule === 'lost-zeros')) missed += 1
    }
    printFigure('15', `${cohorts} columns of numbers without their zeros`, { missed })
    expect(missed).toBe(0)
  })

  it('catch a mutant that is blind to one kind', () => {
    for (const rule of ['excel-date', 'excel-exponent', 'excel-digits', 'excel-day-number']) {
      const blind: Check = (rows) => {
        const { checked, problems } = check(rows)
        return { checked, problems: problems.filter((problem) => problem.rule !== rule) }
      }
      expect(measureDetection(blind, 10).missed).toBeGreaterThan(0)
    }
  })

  it('catch a mutant that repairs them, and one that cries wolf', () => {
    const repairing: Check = (rows) => {
      const { checked, problems } = check(rows)
      const mended = checked.map((row) =>
        row.fields
          ? {
              ...row,
              fields: {
                ...row.fields,
                client_reference: row.fields.client_reference.replace('-Sep', 'SEPT'),
              },
            }
          : row,
      )
      return { checked: mended, problems }
    }
    expect(measureDetection(repairing, 10).changed).toBeGreaterThan(0)
    const crying: Check = (rows) => {
      const { checked, problems } = check(rows)
      const more = checked
        .filter(({ row }) => row % 50 === 0)
        .map(({ row }) => ({ ...problems[0]!, row, rule: 'excel-date' }))
      return { checked, problems: [...problems, ...more] }
    }
    const { falseAlarms, sound: all } = measureDetection(crying, 10)
    expect(falseAlarms).toBeGreaterThan(all / 100)
  })
})
