import { type ColumnWatch, warning } from './finding.ts'

/** The days from 1982 to 2064 as spreadsheets number them. */
const dayNumber = /^[3-5]\d{4}$/
/** Where fewer names have a letter, a number may be a name like the others. */
const minShare = 0.8
const maxFound = 100

/**
 * Watches a column of names for the numbers of days: SEPT2 becomes 2-Sep, and 44806 once the column is formatted as a
 * number. Told only where nearly all other names have letters.
 */
export function createDayNumberWatch(column: string): ColumnWatch {
  const found: { row: number; value: string }[] = []
  let total = 0
  let nameCount = 0
  return {
    observe(row, cell) {
      total += 1
      // The code of the first character tells most names from numbers at no cost.
      if (cell.charCodeAt(0) > 57) {
        nameCount += 1
        return true
      }
      const value = cell.trim()
      if (/\p{L}/u.test(value)) nameCount += 1
      else if (dayNumber.test(value) && found.length < maxFound) found.push({ row, value })
      return true
    },
    findings() {
      if (nameCount < (total - found.length) * minShare || nameCount < found.length * 2) return []
      return found.map(({ row, value }) => ({
        row,
        column,
        value,
        ...warning(
          'excel-day-number',
          `“${value}” is perhaps a spreadsheet's number for a day, made of a name (SEPT2 becomes 2-Sep, then 44806). Check it; it is sent as it stands.`,
        ),
      }))
    },
  }
}
