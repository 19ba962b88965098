import { isFailure, rejected } from '../../../shared/contract/failures.ts'
import type { FieldRule, OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { asClause, joinMessages, type Message, message } from '../../../shared/words/message.ts'
import { createCheck } from '../import/cells/cellCheck.ts'
import { oldestAge } from '../import/cells/numbers.ts'
import { createPattern } from '../import/cells/pattern.ts'

type Problem = { field: string; message: Message }

/** Throws `rejected` if no order could satisfy the form. The error lists every problem and how to fix it. */
export function requireUsableForm(form: OrderForm): void {
  const problems: Problem[] = [
    ...referenceProblems(form),
    ...duplicateProblems(form, 'field', message('samples.nameTwoFieldsGive')),
    ...duplicateProblems(form, 'sendAs', message('samples.whatTwoFieldsSent')),
    ...form.flatMap((rule) =>
      [boundsProblem(rule), patternProblem(rule), choiceProblem(rule), nameProblem(rule)].flatMap(
        (message) => (message === null ? [] : [{ field: rule.field, message }]),
      ),
    ),
  ]
  if (problems.length === 0) return
  const list = joinMessages(
    problems.map(({ field, message: why }) => message('shared.quotedThen', { name: field, text: why })),
    '; ',
  )
  throw rejected(message('samples.orderFormCannotUsed', { list }), problems)
}

/** Orders are found by the name of their sample, here and at the service. */
function referenceProblems(form: OrderForm): Problem[] {
  const references = form.filter(({ type }) => type === 'reference')
  const [only] = references
  if (references.length === 1 && only?.field === 'client_reference' && only.required) return []
  const problem = message('samples.oneFieldKindReference')
  return [{ field: 'client_reference', message: problem }]
}

function duplicateProblems(form: OrderForm, name: 'field' | 'sendAs', message: Message): Problem[] {
  const names = form.map((rule) => rule[name])
  const duplicates = new Set(names.filter((one, index) => names.indexOf(one) < index))
  return [...duplicates].map((field) => ({ field, message }))
}

/** Rejects `__proto__`, which JSON readers may drop or misread as a key. */
const nameProblem = ({ sendAs }: FieldRule): Message | null =>
  sendAs === '__proto__' ? message('samples.cannotSentProtoChoose') : null

/** Returns the problem if no value can lie within the bounds of a rule, else null. */
function boundsProblem({ type, least, most }: FieldRule): Message | null {
  if (least === undefined && most === undefined) return null
  if (type !== 'number' && type !== 'age') return message('check.boundsNoNumberLeave')
  const [from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY] = [least, most]
  if (from > to) return message('check.allowsNothingBetweenTurn', { from, to })
  if (type === 'age' && (to < 0 || from > oldestAge))
    return message('check.allowsNoAgeBetween', { oldestAge })
  return null
}

function patternProblem({ pattern }: FieldRule): Message | null {
  if (pattern === undefined) return null
  try {
    createPattern(pattern)
    return null
  } catch (error) {
    if (isFailure(error, 'rejected'))
      return message('check.patternCannotUsed', { reason: asClause(error.userMessage) })
    throw error
  }
}

/** Returns the problem if one of the choices could never be sent exactly as written, else null. */
function choiceProblem(rule: FieldRule): Message | null {
  const { oneOf, ...others } = rule
  if (!oneOf || patternProblem(rule) !== null) return null
  if (new Set(oneOf).size < oneOf.length) return message('check.offersChoiceTwiceLeave')
  const reading = { decimal: '.', dayFormat: 'YYYY-MM-DD', ageUnit: 'years' } as const
  for (const choice of oneOf) {
    const { value, findings } = createCheck(others, reading).check(choice)
    const [firstFinding] = findings
    if (value === undefined)
      return message('check.offersRefuses', {
        choice,
        reason: asClause(firstFinding?.message ?? message('service.itIsEmpty')),
      })
    if (String(value) !== choice) return message('check.offersSentOfferInstead', { choice, value })
  }
  return null
}
