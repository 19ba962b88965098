import { UsageError } from '../../program/exitCodes.ts'

/** The fields of a model in the order of its formula, and the two that interact. */
export type Formula = { fields: string[]; interaction: [string, string] | null }

/** A name; in backticks if it has other characters than letters, digits, `.` and `_`. */
const name = '(?:`([^`]+)`|([\\p{L}.][\\p{L}\\p{N}._]*))'
/** One field, or two that interact. */
const summand = new RegExp(`^${name}(?:\\s*([:*])\\s*${name})?$`, 'u')
const plus = /\+(?=[^`]*(?:`[^`]*`[^`]*)*$)/

/** Parses a formula of R without an outcome: fields joined by `+`, one interaction `a:b` or `a * b`. */
export function parseFormula(text: string): Formula {
  if (!text.trim().startsWith('~')) throw refused(text, 'must start with ~, such as ~ group + age')
  const fields = new Set<string>()
  const products: [string, string][] = []
  for (const part of text.trim().slice(1).split(plus)) {
    if (part.trim() === '') throw refused(text, 'has no field where one must be')
    const found = summand.exec(part.trim())
    if (!found) throw refused(text, `has "${part.trim()}", which is not read here`)
    const [, quoted, plain = quoted ?? '', operator, otherQuoted, other = otherQuoted ?? ''] = found
    if (operator) products.push([plain, other])
    if (operator !== ':') fields.add(plain)
    if (operator === '*') fields.add(other)
  }
  const [interaction = null, another] = products
  if (another) throw refused(text, 'may have one interaction')
  if (interaction?.[0] === interaction?.[1] && interaction) throw refused(text, 'joins a field with itself')
  const alone = interaction?.find((field) => !fields.has(field))
  if (alone !== undefined)
    throw refused(text, `has an interaction of ${alone} but not ${alone} itself; write a * b`)
  return { fields: [...fields], interaction }
}

const refused = (formula: string, why: string): UsageError =>
  new UsageError(
    `The model "${formula}" ${why}. A model is ~ fields joined by +, with one interaction a:b or a*b; other names stand in backticks. Use the R program of the report for other models.`,
  )
