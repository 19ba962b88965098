import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { createCheck, type Reading } from './cellCheck.ts'
import { type Checked, type Finding, nothing, refused } from './finding.ts'
import { withLimits } from './limits.ts'
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
    ? { check: withLimits(rule, rule.type === 'reference' ? checkNamed : checkText), hint: () => null }
    : createCheck(rule, reading)
  return {
    check(cells: readonly string[]): JoinedChecked {
      const parts = cells.map(checkName)
      const found = parts.flatMap(({ findings }, part) => findings.map((finding) => ({ part, finding })))
      const text = parts.flatMap(({ value }) => (value === undefined ? [] : [value])).join(separator)
      if (found.some(({ finding }) => finding.severity === 'error')) return { text, findings: found }
      const { value, findings } = check(text)
      const all = [...found, ...findings.map((finding) => ({ part: null, finding }))]
      return value === undefined ? { text, findings: all } : { text, value, findings: all }
    },
    hint,
  }
}

const isText = ({ type }: FieldRule): boolean => type === 'text' || type === 'reference'

/** As for a cell, but without the signs of damage, which may be in the whole by chance. */
function checkNamed(text: string): Checked {
  const checked = checkText(text)
  if (checked.value !== undefined || checked.findings !== nothing) return checked
  return refused('required', missingReference)
}
