import { describe, expect, it } from 'vitest'
import { type DayFormat, dayFormatSchema } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { printFigure, scale } from '../../../testing/faults.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws, type Draws, monthNames, two } from '../../testing/createDraws.ts'
import { checkWith } from '../validation/testing/checkWith.ts'

const formats = dayFormatSchema.options
const columns = ['sample', 'date']

/** A day of the calendar that lies between 1990 and 2049, or one that both ways round are a day. */
function anyDay({ integerBetween }: Draws, isAmbiguous: boolean): string {
  const year = integerBetween(1990, 2049)
  const month = integerBetween(1, 12)
  return `${year}-${two(month)}-${two(integerBetween(1, isAmbiguous ? 12 : 28))}`
}

function write(iso: string, format: DayFormat): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  return format
    .replace('YYYY', year)
    .replace('MMM', monthNames[Number(month) - 1] ?? '')
    .replace('MM', month)
    .replace('DD', day)
}

type Check = (days: string[], dayFormat: DayFormat) => Pick<ReturnType<typeof checkWith>, 'checked' | 'last'>
const check: Check = (days, dayFormat) =>
  checkWith(
    { columns, transform: { dayFormat } },
    days.map((day, index) => [`S-${index}`, day]),
  )

/**
 * Reads files of days, each written in one form, in every form. `otherWay`: days read with day and month swapped;
 * `silent`: those of them that were read without a note on how; `unblamed`: those in files where another day reveals
 * the mistake but no error was reported.
 */
function measureDetection(run: Check, files: number) {
  const draws = createDraws(createSeededRandom(14))
  const tally = { right: 0, refused: 0, otherWay: 0, silent: 0, unblamed: 0, lost: 0, guessed: 0 }
  for (let file = 0; file < files; file++) {
    const isAmbiguous = file % 3 === 0
    const days = Array.from({ length: draws.integerBetween(1, 30) }, () => anyDay(draws, isAmbiguous))
    const written = formats[file % formats.length] ?? 'YYYY-MM-DD'
    const cells = days.map((day) => write(day, written))
    for (const read of formats) {
      const { checked, last } = run(cells, read)
      const problems = [...checked.flatMap(({ problems }) => problems), ...last]
      const isNoted = problems.some(({ rule, severity }) => rule === 'day-form' && severity === 'note')
      const isBlamed = last.some(({ message }) => toEnglish(message).includes(written))
      const isShown = checked.some(({ fields }) => fields === null)
      checked.forEach(({ fields }, index) => {
        const sent = fields?.['collected_at']
        if (sent === undefined) {
          tally.refused += 1
          if (read === written) tally.lost += 1
        } else if (sent === days[index]) tally.right += 1
        else {
          tally.otherWay += 1
          if (!isNoted) tally.silent += 1
          if (isShown && !isBlamed) tally.unblamed += 1
        }
        // Without a chosen form only ISO days may be accepted.
        if (sent !== undefined && read === 'YYYY-MM-DD' && written !== read) tally.guessed += 1
      })
    }
  }
  return tally
}

describe('days in a form of their own', () => {
  it('are sent as intended, refused, or reported with how they were read', () => {
    const files = scale(90, 4500)
    const tally = measureDetection(check, files)
    printFigure('14', `${files} files of days, each read in nine forms`, { ...tally })
    expect(tally).toMatchObject({ silent: 0, unblamed: 0, lost: 0, guessed: 0 })
    expect(tally.right).toBeGreaterThan(files)
    // Read the wrong way round on purpose: the check has something to find.
    expect(tally.otherWay).toBeGreaterThan(0)
  })

  it('catch a mutant that guesses the form', () => {
    const guessing: Check = (days, dayFormat) => {
      const plain = check(days, dayFormat)
      const others = formats.map((format) => check(days, format).checked)
      const checked = plain.checked.map((row, index) =>
        row.fields ? row : (others.map((all) => all[index]!).find(({ fields }) => fields) ?? row),
      )
      return { ...plain, checked }
    }
    expect(measureDetection(guessing, 20).guessed).toBeGreaterThan(0)
  })

  it('catch a mutant that omits how it reads days, and one that omits the form that all days match', () => {
    const silent: Check = (days, dayFormat) => {
      const { checked, last } = check(days, dayFormat)
      return { checked: checked.map((row) => ({ ...row, problems: [] })), last }
    }
    expect(measureDetection(silent, 60).silent).toBeGreaterThan(0)
    const unaware: Check = (days, dayFormat) => ({ ...check(days, dayFormat), last: [] })
    expect(measureDetection(unaware, 60).unblamed).toBeGreaterThan(0)
  })
})
