import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { type CheckCell, type Checked, error, refusedCell } from './finding.ts'
import { createPattern } from './pattern.ts'
import { orEmpty } from './values.ts'

/** A check that also keeps to what the form asks of the value as it would be sent: a choice, a pattern, that it is there. */
export function withLimits(rule: FieldRule, check: CheckCell): CheckCell {
  const { required, oneOf, field } = rule
  const pattern = rule.pattern === undefined ? null : createPattern(rule.pattern)
  const needed = required && rule.type !== 'reference'
  if (!needed && !oneOf && !pattern) return check
  const choices = oneOf && new Set(oneOf)
  const findFailure = (text: string): { rule: string; message: string } | null => {
    if (choices && !choices.has(text)) return { rule: 'choice', message: notAChoice(text, rule) }
    if (!pattern || pattern.test(text)) return null
    const message = `“${text}” does not have the form of “${field}”, which is ${rule.pattern}. Correct it${orEmpty(rule)}.`
    return { rule: 'pattern', message }
  }
  return (cell): Checked => {
    const checked = check(cell)
    if (checked.value === undefined)
      return needed && checked.findings.length === 0 ? refusedCell('required', missing(field)) : checked
    const failed = findFailure(String(checked.value))
    return failed ? { findings: [...checked.findings, error(failed.rule, failed.message)] } : checked
  }
}

/** `word`: what stands in the cell and is read as empty. */
export const missing = (field: string, word?: string): string =>
  word === undefined
    ? `“${field}” is needed for each order, and the cell is empty. Fill it in.`
    : `“${field}” is needed for each order, and the cell is empty (“${word}”). Fill it in.`

const maxListedChoices = 12

function notAChoice(text: string, rule: FieldRule): string {
  const choices = rule.oneOf ?? []
  const caseInsensitiveMatch = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  const more = choices.length > maxListedChoices ? ` and ${choices.length - maxListedChoices} more` : ''
  const listed = `${choices.slice(0, maxListedChoices).join(', ')}${more}`
  const remedy =
    caseInsensitiveMatch === undefined
      ? `Choose one of them${orEmpty(rule)}.`
      : `Write “${caseInsensitiveMatch}”${orEmpty(rule)}.`
  return `“${text}” is none of the choices for “${rule.field}”: ${listed}. ${remedy}`
}
