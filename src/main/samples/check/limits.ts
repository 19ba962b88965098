import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { type CheckCell, type Checked, error, refused } from './finding.ts'
import { createPattern } from './pattern.ts'
import { orEmpty } from './values.ts'

/** A check that also keeps to what the form asks of the value as it would be sent: a choice, a pattern, that it is there. */
export function withLimits(rule: FieldRule, check: CheckCell): CheckCell {
  const { required, oneOf, field } = rule
  const pattern = rule.pattern === undefined ? null : createPattern(rule.pattern)
  const needed = required && rule.type !== 'reference'
  if (!needed && !oneOf && !pattern) return check
  const choices = oneOf && new Set(oneOf)
  const failing = (text: string): { rule: string; message: string } | null => {
    if (choices && !choices.has(text)) return { rule: 'choice', message: notAChoice(text, rule) }
    if (!pattern || pattern.test(text)) return null
    const message = `“${text}” does not have the form of “${field}”, which is ${rule.pattern}. Correct it${orEmpty(rule)}.`
    return { rule: 'pattern', message }
  }
  return (cell): Checked => {
    const checked = check(cell)
    if (checked.value === undefined)
      return needed && checked.findings.length === 0 ? refused('required', missing(field)) : checked
    const failed = failing(String(checked.value))
    return failed ? { findings: [...checked.findings, error(failed.rule, failed.message)] } : checked
  }
}

/** `word`: what stands in the cell and is read as empty. */
export const missing = (field: string, word?: string): string =>
  word === undefined
    ? `“${field}” is needed for each order, and the cell is empty. Fill it in.`
    : `“${field}” is needed for each order, and the cell is empty (“${word}”). Fill it in.`

const shownChoices = 12

function notAChoice(text: string, rule: FieldRule): string {
  const choices = rule.oneOf ?? []
  const near = choices.find((choice) => choice.toLowerCase() === text.toLowerCase())
  const more = choices.length > shownChoices ? ` and ${choices.length - shownChoices} more` : ''
  const named = `${choices.slice(0, shownChoices).join(', ')}${more}`
  const remedy =
    near === undefined ? `Choose one of them${orEmpty(rule)}.` : `Write “${near}”${orEmpty(rule)}.`
  return `“${text}” is none of the choices for “${rule.field}”: ${named}. ${remedy}`
}
