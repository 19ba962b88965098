import { describe, expect, it } from 'vitest'
import { defaultOrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { checkWith, csv } from '../validation/testing/checkWith.ts'
import { donorNotes, suggestMapping } from './columnMapping.ts'

/** Rows of a file whose first column names the samples, which are numbered here. */
const named = (rows: string[][]): string[][] => rows.map((cells, index) => [`S-${index}`, ...cells])

const findings = (header: string[], rows: string[][], more: object = {}) => {
  const columns = ['sample', ...header]
  const mapping = {
    ...suggestMapping(columns, defaultOrderForm),
    ...(columns.includes('mouse') && { mouse: 'donor_id' }),
  }
  return checkWith({ columns, mapping, ...more }, named(rows)).last
}

describe('one donor', () => {
  it('of two sexes is a warning that names both lines', () => {
    const last = findings(['donor', 'sex'], csv('DON-100,F', 'DON-200,M', 'DON-100,male', 'DON-100,M'))
    expect(last).toMatchObject([
      { row: 4, column: 'donor', value: 'DON-100', rule: 'donor-conflict', severity: 'warning' },
    ])
    expect(last[0]!.message).toEqual(
      'Donor “DON-100” has “F” as “sex” on line 2 and “M” on line 4. Correct one of the rows, or give two donors two ids.',
    )
  })

  it('of two sexes is a warning for each donor, however many there are', () => {
    const donors = Array.from({ length: 2522 }, (_, index) => `DON-${1000 + index}`)
    const rows = donors.flatMap((donor) => csv(`${donor},F`, `${donor},M`))
    const last = findings(['donor', 'sex'], rows)
    expect(last.filter(({ rule }) => rule === 'donor-conflict')).toHaveLength(2522)
  })

  it('of two days of birth is one too', () => {
    const births = csv('DON-100,1950-02-03', 'DON-100,', 'DON-100,1950-03-02')
    expect(findings(['donor', 'Date of birth'], births)).toMatchObject([{ row: 4, rule: 'donor-conflict' }])
  })

  it('ignores a donor whose sex is sometimes missing, or who is treated twice', () => {
    const rows = csv('DON-100,,a,1', 'DON-100,F,b,2', 'DON-100,unknown,a,3', 'DON-100,NA,a,4', ',M,a,4')
    expect(findings(['donor', 'sex', 'treatment', 'batch'], rows)).toEqual([])
  })

  it('is compared among the first 200,000, and a file with more has a note about it', () => {
    const many = Array.from({ length: 200_001 }, (_, index) => [`DON-${1000 + index}`, 'F'])
    const last = findings(['donor', 'sex'], [...many, ['DON-1001', 'M']])
    const found = last.map(({ rule, row }) => `${rule} ${row}`)
    expect(found).toEqual(['donor-conflict 200003', 'donors-uncompared 200002'])
  })
})

const cages = ['1', '2', '3'].flatMap((cage) => ['1', '2'].map((mouse) => [cage, mouse]))

describe('donor numbers that start over in each group', () => {
  it.each(['cage', 'Cage ID', 'litter', '笼号', 'strain'])(
    'give one warning for the column (in each %s)',
    (column) => {
      const last = findings([column, 'mouse'], cages)
      expect(last).toMatchObject([
        { row: 4, column: 'mouse', value: '1', rule: 'donor-numbers', severity: 'warning' },
      ])
      expect(toEnglish(last[0]!.message)).toMatch(/“1” .*on line 2 and “2” on line 4/)
    },
  )

  it.each(['group', 'treatment', 'batch', 'site'])(
    'in each %s are a warning, which the ages of the donors may refute',
    (column) => {
      expect(findings([column, 'donor'], cages)).toMatchObject([{ rule: 'donor-numbers' }])
      const people = ['a', 'b'].flatMap((group) => ['1', '2', '3'].map((n) => [group, n, `4${n}`]))
      expect(findings([column, 'donor', 'age'], people)).toEqual([])
    },
  )

  it.each(['M1', 'mouse 2', 'A'])('may have a letter, as %s', (label) => {
    const rows = csv(`1,${label}`, `2,${label}`)
    expect(findings(['cage', 'mouse'], rows)).toMatchObject([{ rule: 'donor-numbers' }])
    expect(findings(['group', 'mouse'], rows)).toEqual([])
  })

  it('give no warning if ids are long or each occurs in a single cage', () => {
    expect(findings(['cage', 'mouse'], csv('1,M-1077', '2,M-1077'))).toEqual([])
    expect(findings(['cage', 'mouse'], csv('1,1', '2,2', '1,1', 'NA,2'))).toEqual([])
  })

  it('give no warning once joined with their cage, and still do if that is not enough', () => {
    const joined = (header: string[], rows: string[][]) =>
      findings(header, rows, {
        mapping: { sample: 'client_reference' },
        transform: { joined: { donor_id: { columns: ['cage', 'mouse'], separator: '-' } } },
      })
    expect(joined(['cage', 'mouse'], cages)).toEqual([])
    const twice = ['a', 'b'].flatMap((drug) => cages.map((cells) => [...cells, drug]))
    const [found] = joined(['cage', 'mouse', 'treatment'], twice)
    expect(found).toMatchObject({ column: 'cage', value: '1-1', rule: 'donor-numbers' })
    expect(toEnglish(found!.message)).toContain('join “treatment” and “cage”, “mouse” for the donor')
  })

  it('are reported for a single donor if only one is inconsistent', () => {
    const rows = Array.from({ length: 9 }, (_, index) => [String(index), 'F'])
    const last = findings(['donor', 'sex'], [...rows, ...rows, ['7', 'M']])
    expect(last).toMatchObject([{ row: 20, value: '7', rule: 'donor-conflict' }])
  })
})

describe('a column of donor numbers that start over', () => {
  const suggested = (columns: string[], rows: string[][]) => {
    const preview = rows.map((cells, index) => ({ row: index + 2, cells }))
    const mapping = suggestMapping(columns, defaultOrderForm, preview)
    return { mapping, notes: donorNotes({ columns, form: defaultOrderForm, preview }, mapping) }
  }

  it('is not suggested as the donor, and a warning explains why and what to join', () => {
    const { mapping, notes } = suggested(['sample', 'cage', 'mouse'], named(cages))
    expect(mapping).toEqual({ sample: 'client_reference', cage: null, mouse: null })
    const message =
      '“mouse” is not used for the donor, though its name fits: donors seem to be numbered anew in each “cage”, since “1” stands beside “1” on line 2 and “2” on line 4. Join “cage” and “mouse” for the donor.'
    const note = { rule: 'donor-numbers', column: 'mouse', count: 6, rows: [2, 4], message }
    expect(notes).toEqual([{ ...note, severity: 'warning', undo: null }])
  })

  it('is left where the sexes of its donors differ, and another column may be the donor', () => {
    const rows = named(csv('F,1,AN-7', 'M,1,AN-8', 'female,2,AN-9', 'male,2,AN-9'))
    const { mapping, notes } = suggested(['sample', 'sex', 'animal', 'donor code'], rows)
    expect(mapping).toMatchObject({ animal: null, 'donor code': 'donor_id' })
    expect(notes).toEqual([])
    expect(toEnglish(suggested(['sample', 'sex', 'animal'], rows).notes[0]!.message)).toContain(
      '“1” has “F” as “sex” on line 2 and “M” on line 3',
    )
  })

  it('is suggested where the numbers are those of donors', () => {
    const rows = named(csv('F,1', 'F,1', 'M,2', 'M,NA'))
    const { mapping, notes } = suggested(['sample', 'sex', 'mouse'], rows)
    expect([mapping['mouse'], notes]).toEqual(['donor_id', []])
  })
})

describe('the ages of one donor', () => {
  const header = ['donor', 'age', 'collected']
  const ages = (rows: string[][]) => findings(header, rows).filter(({ rule }) => rule === 'donor-ages')

  it('are a warning if they are years apart and no days explain it', () => {
    const last = ages(csv('DON-100,39,', 'DON-200,50,', 'DON-100,49,'))
    const message =
      'Donor “DON-100” is 39 years old on line 2 and 49 on line 4, and no collection days explain it. Correct one of the rows, or give two donors two ids.'
    expect(last).toMatchObject([{ row: 4, message }])
  })

  it('are none if the days are as far apart, and one if they are not', () => {
    const last = ages(
      csv('DON-100,39,2010-05-01', 'DON-200,39,2010-05-01', 'DON-100,49,2020-05-01', 'DON-200,49,2011-05-01'),
    )
    expect(last.map(({ row, value }) => [row, value])).toEqual([[5, 'DON-200']])
    expect(toEnglish(last[0]!.message)).toContain(
      '39 years old on 2010-05-01 (line 3) and 49 on 2011-05-01 (line 5)',
    )
  })

  it('are none within a year', () => {
    expect(ages(csv('DON-100,39,', 'DON-100,40,'))).toEqual([])
  })

  it('are one warning where most donors were visited again', () => {
    const donors = Array.from({ length: 50 }, (_, index) => `DON-${1000 + index}`)
    const last = ages(donors.flatMap((donor) => [30, 40].map((age) => [donor, String(age), ''])))
    expect(last).toHaveLength(1)
    expect(toEnglish(last[0]!.message)).toContain('50 donors have ages that are more than a year apart')
  })
})
