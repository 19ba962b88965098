import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { type CheckCell, refusedCell, warning } from './finding.ts'

const firstCalendarDay = '0001-01-01'
/** Outside of these a day of a cohort is most likely a slip, or what stood for none. */
const firstPlausibleDay = '1900-01-01'
const lastPlausibleDay = '2100-12-31'
const dayMs = 86_400_000

/** The last day on which a sample can have been collected, wherever on earth that was, as YYYY-MM-DD. */
export const latestDayAt = (nowMs: number): string => new Date(nowMs + dayMs).toISOString().slice(0, 10)

/** `latestDay`: of what has happened already; other days of a form may lie ahead. */
export function isPlausibleDayFor(
  { field }: FieldRule,
  latestDay = lastPlausibleDay,
): (day: string) => boolean {
  const last = field === 'collected_at' ? latestDay : lastPlausibleDay
  return (day) => day >= firstPlausibleDay && day <= last
}

/** A check that also looks whether a day of the calendar can be meant. */
export function withDayBounds(rule: FieldRule, latestDay: string | undefined, check: CheckCell): CheckCell {
  const isPlausible = isPlausibleDayFor(rule, latestDay)
  return (cell) => {
    const checked = check(cell)
    const day = checked.value
    if (typeof day !== 'string' || isPlausible(day)) return checked
    if (day < firstCalendarDay)
      return refusedCell(
        'date',
        `“${day}” is not a day of the calendar, whose years begin with 1. Correct it.`,
      )
    const where = day < firstPlausibleDay ? 'before 1900' : 'in the future'
    const message = `“${day}” lies ${where}, which is most likely a slip. Check it; it is sent as it stands.`
    return { ...checked, findings: [...checked.findings, warning('unusual-day', message)] }
  }
}
