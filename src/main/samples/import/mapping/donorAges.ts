import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { warning } from '../cells/finding.ts'

/** A donor's age in years and day of collection (YYYY-MM-DD), as one row has them. */
type Visit = { row: number; age: number; day: string | null }
type DonorVisits = { donor: string; first: Visit; second: Visit }

/** Ages are often rounded down to years, so that two rows of one donor may differ by one more than their days do. */
const toleranceYears = 1.1
const msPerYear = 365.25 * 86_400_000
/** With more donors like this, and at least half of all repeated ones, the file most likely holds repeated visits. */
const maxListed = 5

/** Compares the ages of donors that repeat: later ages need later days. */
export function createDonorAges() {
  const firstVisits = new Map<string, Visit>()
  const contradicted: DonorVisits[] = []
  const unexplained: DonorVisits[] = []
  const reported = new Set<string>()

  return {
    /** Takes the age and the day of a row. Rows without an age are ignored. */
    observe(donor: string, row: number, age: unknown, day: unknown): void {
      if (typeof age !== 'number' || reported.has(donor)) return
      const visit = { row, age, day: typeof day === 'string' ? day : null }
      const first = firstVisits.get(donor)
      if (!first) {
        firstVisits.set(donor, visit)
        return
      }
      const elapsed = yearsBetween(first, visit)
      if (Math.abs(age - first.age - (elapsed ?? 0)) <= toleranceYears) return
      reported.add(donor)
      const list = elapsed === null ? unexplained : contradicted
      list.push({ donor, first, second: visit })
    },
    /** `repeatedDonors` is the number of donors with more than one row. */
    findings(column: string, repeatedDonors: number): Problem[] {
      const [example] = unexplained
      const isFollowUp =
        example !== undefined && unexplained.length > maxListed && unexplained.length * 2 >= repeatedDonors
      const toProblem = (text: Message, { donor: value, second: { row } }: DonorVisits): Problem => ({
        row,
        column,
        value,
        ...warning('donor-ages', text),
      })
      return [
        ...contradicted.map((one) => toProblem(contradictedMessage(one), one)),
        ...(isFollowUp
          ? [toProblem(followUpMessage(example, unexplained.length), example)]
          : unexplained.map((one) => toProblem(unexplainedMessage(one), one))),
      ]
    },
  }
}

/** Null if one of the days is unknown. */
function yearsBetween(first: Visit, second: Visit): number | null {
  if (first.day === null || second.day === null) return null
  return (Date.parse(second.day) - Date.parse(first.day)) / msPerYear
}

const contradictedMessage = ({ donor, first, second }: DonorVisits): Message =>
  message`Donor “${donor}” is ${first.age} years old on ${first.day ?? ''} (line ${first.row}) and ${second.age} on ${second.day ?? ''} (line ${second.row}). Correct one of the rows, or give two donors two ids.`

const unexplainedMessage = ({ donor, first, second }: DonorVisits): Message =>
  message`Donor “${donor}” is ${first.age} years old on line ${first.row} and ${second.age} on line ${second.row}, and no collection days explain it. Correct one of the rows, or give two donors two ids.`

const followUpMessage = ({ donor, first, second }: DonorVisits, count: number): Message =>
  message`${count} donors have ages that are more than a year apart, and no collection days explain it. For example, “${donor}” is ${first.age} on line ${first.row} and ${second.age} on line ${second.row}. If these are repeated visits, nothing is wrong.`
