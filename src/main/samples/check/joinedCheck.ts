import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { createCheck, type Reading } from './cellCheck.ts'
import { type Checked, type Finding, noFindings, refusedCell } from './finding.ts'
import { withLimits } from './ruleLimits.ts'
import { checkName, checkText, missingReference } from './text.ts'

/** What was found in one cell of the joined ones (`part`: its place among them), or in the text of all (null). */
type JoinedFinding = { part: number | null; finding: Finding }
export type JoinedChecked = { text: string; value?: string | number; findings: readonly JoinedFinding[] }

/**
 * The check of texts put together from several cells, empty ones left out. Each cell is looked at for what a
 * spreadsheet has done to it, which the whole would hide; the whole then has to be what the field asks for.
 */
export function createJoinedCheck(rule: FieldRule, separator: string, reading: Reading) {
  const { check, hint } = isText(rule)
    ? { check: withLimits(rule, rule.type === 'reference' ? checkJoinedName : checkText), hint: () => null }
    : createCheck(rule, reading)
  return {
    check(cells: readonly string[]): JoinedChecked {
      const parts = cells.map(checkName)
      const partFindings = parts.flatMap(({ findings }, part) =>
        findings.map((finding) => ({ part, finding })),
      )
      const text = parts.flatMap(({ value }) => (value === undefined ? [] : [value])).join(separator)
      if (partFindings.some(({ finding }) => finding.severity === 'error'))
        return { text, findings: partFindings }
      const { value, findings } = check(text)
      const allFindings = [...partFindings, ...findings.map((finding) => ({ part: null, finding }))]
      return value === undefined ? { text, findings: allFindings } : { text, value, findings: allFindings }
    },
    hint,
  }
}

const isText = ({ type }: FieldRule): boolean => type === 'text' || type === 'reference'

/** As for a cell, but without the signs of damage, which may be in the whole by chance. */
function checkJoinedName(text: string): Checked {
  const checked = checkText(text)
  if (checked.value !== undefined || checked.findings !== noFindings) return checked
  return refusedCell('required', missingReference)
}
