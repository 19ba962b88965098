import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DayFormat, dayFormatSchema } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { checkWith } from '../validation/testing/checkWith.ts'
import { createDayCheck, matchingDayFormats } from './dates.ts'

const columns = ['sample', 'date']

const named = (days: string[]) => days.map((day, at) => [`S${at}`, day])

function inColumn(dayFormat: DayFormat, days: string[]) {
  const { checked, last } = checkWith({ columns, transform: { dayFormat } }, named(days))
  return { sent: checked.map(({ fields }) => (fields ? fields['collected_at'] : 'refused')), checked, last }
}

describe('a day in a form that was chosen', () => {
  it.each<[DayFormat, string, string]>([
    ['YYYY/MM/DD', '2026-04-03', '2026/04/03|2026/4/3'],
    ['YYYYMMDD', '2026-04-03', '20260403'],
    ['DD.MM.YYYY', '2026-04-03', '03.04.2026| 3.4.2026|2026-04-03'],
    ['DD/MM/YYYY', '2026-04-03', '03/04/2026'],
    ['MM/DD/YYYY', '2026-03-04', '03/04/2026'],
    ['DD-MM-YYYY', '2024-02-29', '29-02-2024'],
    ['MM-DD-YYYY', '2024-02-29', '02-29-2024'],
    ['DD-MMM-YYYY', '2026-04-03', '03-Apr-2026|3-APR-2026'],
    ['YYYY-MM-DD', '2024-02-29', '2024-02-29'],
  ])('in %s is sent as %s: %s', (format, sent, days) => {
    for (const day of days.split('|')) expect([day, ...inColumn(format, [day]).sent]).toEqual([day, sent])
  })

  it.each<[message: string, DayFormat, string]>([
    ['not a day in the form', 'DD.MM.YYYY', '03/04/2026|03.04.2026 25:30'],
    ['not a valid date when read as', 'DD.MM.YYYY', '04.13.2026'],
    ['not a valid date', 'DD.MM.YYYY', '29.02.2026|2026-02-29|0.0.2026'],
    ['not a valid date', 'DD-MMM-YYYY', '3-Foo-2026|3-Okt-2026'],
    ['a year of two digits', 'DD.MM.YYYY', '3.4.26'],
    ['a year of two digits', 'DD-MMM-YYYY', "3-Apr-'26"],
    ['a year of two digits', 'MM/DD/YYYY', '4/3/26'],
    ['a year of two digits', 'YYYYMMDD', '260403'],
    ['not a day in the form', 'YYYYMMDD', '2026403'],
    ['not a day in the form', 'YYYY-MM-DD', '2026-4-3|2-Sep'],
    ['not a valid date', 'YYYY-MM-DD', '2026-02-29|2026-13-01'],
    ['choose the form that the days of this column have', 'YYYY-MM-DD', '03.04.2026|03/04/2026|20260403'],
    ['probably 2022-09-02', 'YYYY-MM-DD', '44806'],
    ['probably 2026-04-03', 'DD.MM.YYYY', '46115'],
  ])('is refused as “%s” in %s: %s', (message, format, days) => {
    for (const day of days.split('|')) {
      const { sent, checked } = inColumn(format, [day])
      expect([day, ...sent]).toEqual([day, 'refused'])
      expect(checked[0]!.problems).toMatchObject([{ row: 2, column: 'date', severity: 'error' }])
      expect(toEnglish(checked[0]!.problems[0]!.message)).toContain(message)
    }
  })

  it('is noted once for its column', () => {
    const days = ['', '2026-01-01', '03.04.2026', '04.04.2026', '03.04.2026']
    const { checked, last } = inColumn('DD.MM.YYYY', days)
    expect(checked.flatMap(({ problems }) => problems)).toMatchObject([
      { row: 4, column: 'date', value: '03.04.2026', rule: 'day-form', severity: 'note' },
    ])
    expect(toEnglish(checked[2]!.problems[0]!.message)).toContain('“03.04.2026” is sent as 2026-04-03')
    expect(last).toEqual([])
  })
})

describe('a column of days in another form than the chosen one', () => {
  it('suggests the form that all its days match', () => {
    const { last } = inColumn('YYYY-MM-DD', ['2026-01-01', '13.04.2026', '', '04.04.2026'])
    expect(last).toMatchObject([
      { row: 3, column: 'date', value: '13.04.2026', rule: 'day-form', severity: 'error' },
    ])
    expect(toEnglish(last[0]!.message)).toContain('can be read as DD.MM.YYYY, but not all as YYYY-MM-DD')
  })

  it('names both forms if only the user can tell which one is right', () => {
    expect(toEnglish(inColumn('YYYY-MM-DD', ['03/04/2026', '04/04/2026']).last[0]!.message)).toContain(
      'DD/MM/YYYY or as MM/DD/YYYY',
    )
  })

  it('suggests the other form even if some days also fit the chosen one', () => {
    const { sent, last } = inColumn('DD/MM/YYYY', ['04/03/2026', '04/13/2026'])
    expect(sent).toEqual(['2026-03-04', 'refused'])
    expect(toEnglish(last[0]!.message)).toContain('Choose MM/DD/YYYY')
  })

  it('reports a single day whose day and month are swapped', () => {
    const { sent, last } = inColumn('DD/MM/YYYY', ['13/04/2026', '03/04/2026', '04/13/2026'])
    expect(sent).toEqual(['2026-04-13', '2026-04-03', 'refused'])
    expect(last).toMatchObject([{ row: 4, column: 'date', rule: 'day-form', severity: 'error' }])
    expect(toEnglish(last[0]!.message)).toContain('“04/13/2026” in “date” is a day only as MM/DD/YYYY')
    expect(inColumn('MM-DD-YYYY', ['04-13-2026', '13-04-2026']).last).toHaveLength(1)
  })

  it('gets no note where no form fits all, or all is well', () => {
    expect(inColumn('DD/MM/YYYY', ['04.13.2026', '13/04/2026']).last).toEqual([])
    expect(inColumn('DD/MM/YYYY', ['04/03/2026']).last).toEqual([])
    expect(inColumn('YYYY-MM-DD', ['04/03/2026', 'yesterday']).last).toEqual([])
  })
})

describe('any text', () => {
  const formats = dayFormatSchema.options

  it('is read as a day of the calendar or refused', () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 3000 }).map(String),
      fc.constantFrom('Jan', '02', '.', '/', '-'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(part, { maxLength: 5 }), (format, parts) => {
        const { value } = createDayCheck(format).check(parts.join(''))
        if (value === undefined) return
        expect(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10)).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a time of day', () => {
  const check = (days: string[], dayFormat: DayFormat = 'YYYY-MM-DD') =>
    checkWith({ columns, transform: { dayFormat } }, named(days))

  it.each([
    '2024-03-05T10:00:00Z',
    '2024-03-05 10:00',
    '2024-03-05T10:00:00.123+02:00',
    '2024-03-05T23:59:59-0500',
    '2024-03-05 9:30 pm',
  ])('is left out: %s', (cell) => {
    const { checked, notes } = check([cell, cell])
    expect(checked.map(({ fields }) => fields?.['collected_at'])).toEqual(['2024-03-05', '2024-03-05'])
    expect(notes).toMatchObject([
      { rule: 'date-time', column: 'date', count: 2, rows: [2, 3], severity: 'note' },
    ])
    expect(toEnglish(notes[0]!.message)).toContain(`“${cell}” → “2024-03-05” (2)`)
  })

  it('is left out of days in a chosen form too, and does not hide the form', () => {
    const { checked } = check(['05.03.2024 10:30'], 'DD.MM.YYYY')
    expect(checked[0]!.fields!['collected_at']).toBe('2024-03-05')
    expect(matchingDayFormats(['13.03.2024 10:30', '05.03.2024 08:00'])).toEqual(['DD.MM.YYYY'])
  })

  it.each(['2024-02-30T10:00:00Z', '2024-03-05T25:00', '2024-03-05T10', '2024-03-05 10:61', '10:00'])(
    'does not make a day of %s',
    (cell) => {
      expect(check([cell]).checked[0]!.fields).toBe(null)
    },
  )
})
