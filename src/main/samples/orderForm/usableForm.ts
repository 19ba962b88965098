import { isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { FieldRule, OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import { createCheck } from '../import/cells/cellCheck.ts'
import { withoutFullStop } from '../import/cells/finding.ts'
import { oldestAge } from '../import/cells/numbers.ts'
import { createPattern } from '../import/cells/pattern.ts'

type Problem = { field: string; message: Message }

/** Throws `rejected` if no order could satisfy the form. The error lists every problem and how to fix it. */
export function requireUsableForm(form: OrderForm): void {
  const problems: Problem[] = [
    ...referenceProblems(form),
    ...duplicateProblems(form, 'field', message`is the name of two fields: give each a name of its own`),
    ...duplicateProblems(
      form,
      'sendAs',
      message`is what two fields are sent as, so that one would be lost: give each a name of its own`,
    ),
    ...form.flatMap((rule) =>
      [boundsProblem(rule), patternProblem(rule), choiceProblem(rule), nameProblem(rule)].flatMap(
        (message) => (message === null ? [] : [{ field: rule.field, message }]),
      ),
    ),
  ]
  if (problems.length === 0) return
  const list = joinMessages(
    problems.map(({ field, message: why }) => message`“${field}” ${why}`),
    '; ',
  )
  throw rejected(message`This order form cannot be used: ${list}.`, problems)
}

/** Orders are found by the name of their sample, here and at the service. */
function referenceProblems(form: OrderForm): Problem[] {
  const references = form.filter(({ type }) => type === 'reference')
  const [only] = references
  if (references.length === 1 && only?.field === 'client_reference' && only.required) return []
  const problem = message`has to be the one field of the kind “reference”, and required: it names the sample`
  return [{ field: 'client_reference', message: problem }]
}

function duplicateProblems(form: OrderForm, name: 'field' | 'sendAs', message: Message): Problem[] {
  const names = form.map((rule) => rule[name])
  const duplicates = new Set(names.filter((one, index) => names.indexOf(one) < index))
  return [...duplicates].map((field) => ({ field, message }))
}

/** Rejects `__proto__`, which JSON readers may drop or misread as a key. */
const nameProblem = ({ sendAs }: FieldRule): Message | null =>
  sendAs === '__proto__' ? message`cannot be sent as “__proto__”: choose another name` : null

/** Returns the problem if no value can lie within the bounds of a rule, else null. */
function boundsProblem({ type, least, most }: FieldRule): Message | null {
  if (least === undefined && most === undefined) return null
  if (type !== 'number' && type !== 'age') return message`has bounds but is no number: leave them out`
  const [from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY] = [least, most]
  if (from > to) return message`allows nothing between ${from} and ${to}: turn the bounds round`
  if (type === 'age' && (to < 0 || from > oldestAge))
    return message`allows no age between 0 and ${oldestAge}: correct the bounds`
  return null
}

/** Returns the problem if the pattern cannot be used, else null. */
function patternProblem({ pattern }: FieldRule): Message | null {
  if (pattern === undefined) return null
  try {
    createPattern(pattern)
    return null
  } catch (error) {
    if (isFailure(error, 'rejected'))
      return message`has a pattern that cannot be used: ${withoutFullStop(error.userMessage)}`
    throw error
  }
}

/** Returns the problem if one of the choices could never be sent exactly as written, else null. */
function choiceProblem(rule: FieldRule): Message | null {
  const { oneOf, ...others } = rule
  if (!oneOf || patternProblem(rule) !== null) return null
  if (new Set(oneOf).size < oneOf.length) return message`offers a choice twice: leave one out`
  const reading = { decimal: '.', dayFormat: 'YYYY-MM-DD', ageUnit: 'years' } as const
  for (const choice of oneOf) {
    const { value, findings } = createCheck(others, reading).check(choice)
    const [firstFinding] = findings
    if (value === undefined)
      return message`offers “${choice}”, which it refuses: ${withoutFullStop(firstFinding?.message ?? message`it is empty`)}`
    if (String(value) !== choice)
      return message`offers “${choice}”, which is sent as “${value}”: offer that instead`
  }
  return null
}
