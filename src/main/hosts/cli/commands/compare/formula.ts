import { UsageError } from '../../program/exitCodes.ts'

/** The fields of a model in the order of its formula, and the two that interact. */
export type Formula = { fields: string[]; interaction: [string, string] | null }

/** Matches a name (in backticks if it has other characters than letters, digits, `.` and `_`) or an operator. */
const token = /\s*(?:`([^`]+)`|([\p{L}.][\p{L}\p{N}._]*)|([+:*]))/uy

/**
 * Parses a formula of R without an outcome: fields joined by `+`, and one interaction as `a:b` or `a * b`. Throws
 * `UsageError` for other syntax of R.
 */
export function parseFormula(text: string): Formula {
  const rest = text.trim()
  if (!rest.startsWith('~')) throw refused(text, 'must start with ~, such as ~ group + age')
  const tokens = readTokens(rest.slice(1), text)
  const fields: string[] = []
  const products: [string, string][] = []
  const mains: string[] = []
  // An operator at the end lacks a field, and so does an empty formula.
  for (let at = 0; at === 0 || at <= tokens.length; at += 2) {
    const name = nameAt(tokens, at, text)
    const operator = tokens[at + 1]
    if (operator === undefined || operator === '+') {
      mains.push(name)
      continue
    }
    const other = nameAt(tokens, at + 2, text)
    const after = tokens[at + 3]
    if (after !== undefined && after !== '+') throw refused(text, 'may join two fields by : or *, not three')
    products.push([name, other])
    if (operator === '*') mains.push(name, other)
    at += 2
  }
  for (const name of mains) if (!fields.includes(name)) fields.push(name)
  const [interaction = null, another] = products
  if (another) throw refused(text, 'may have one interaction')
  if (interaction?.[0] === interaction?.[1] && interaction) throw refused(text, 'joins a field with itself')
  const alone = interaction?.find((name) => !fields.includes(name))
  if (alone !== undefined)
    throw refused(text, `has an interaction of ${alone} but not ${alone} itself; write a * b`)
  return { fields, interaction }
}

function readTokens(text: string, formula: string): string[] {
  const tokens: string[] = []
  for (let at = 0; text.slice(at).trim() !== ''; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) throw refused(formula, `has "${text.slice(at).trim()}", which is not read here`)
    const [, quoted, name, operator] = found
    tokens.push(operator ?? `\`${quoted ?? name}`)
  }
  return tokens
}

function nameAt(tokens: readonly string[], at: number, formula: string): string {
  const name = tokens[at]
  if (!name?.startsWith('`')) throw refused(formula, 'has no field where one must be')
  return name.slice(1)
}

const refused = (formula: string, why: string): UsageError =>
  new UsageError(
    `The model "${formula}" ${why}. A model is ~ fields joined by +, with one interaction a:b or a*b; other names stand in backticks. Use the R program of the report for other models.`,
  )
