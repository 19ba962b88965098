import { isFailure } from '../../../shared/contract/failures.ts'
import type { FieldRule } from '../../../shared/domain/orderForm.ts'
import { createCheck } from './cellCheck.ts'
import { withoutFullStop } from './finding.ts'
import { createPattern } from './pattern.ts'
import { oldestAge } from './values.ts'

/** Why no value could lie within the bounds of a rule, or null. */
export function boundsProblem({ type, least, most }: FieldRule): string | null {
  if (least === undefined && most === undefined) return null
  if (type !== 'number' && type !== 'age') return 'has bounds but is no number: leave them out'
  const [from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY] = [least, most]
  if (from > to) return `allows nothing between ${from} and ${to}: turn the bounds round`
  if (type === 'age' && (to < 0 || from > oldestAge))
    return `allows no age between 0 and ${oldestAge}: correct the bounds`
  return null
}

/** Why a pattern cannot be used, or null. */
export function patternProblem({ pattern }: FieldRule): string | null {
  if (pattern === undefined) return null
  try {
    createPattern(pattern)
    return null
  } catch (error) {
    if (isFailure(error, 'rejected'))
      return `has a pattern that cannot be used: ${withoutFullStop(error.message)}`
    throw error
  }
}

/** Why one of the choices could never be sent as it stands, or null. */
export function choiceProblem(rule: FieldRule): string | null {
  const { oneOf, ...others } = rule
  if (!oneOf || patternProblem(rule) !== null) return null
  if (new Set(oneOf).size < oneOf.length) return 'offers a choice twice: leave one out'
  const reading = { decimal: '.', dayFormat: 'YYYY-MM-DD', ageUnit: 'years' } as const
  for (const choice of oneOf) {
    const { value, findings } = createCheck(others, reading).check(choice)
    const [firstFinding] = findings
    if (value === undefined)
      return `offers “${choice}”, which it refuses: ${withoutFullStop(firstFinding?.message ?? 'it is empty')}`
    if (String(value) !== choice) return `offers “${choice}”, which is sent as “${value}”: offer that instead`
  }
  return null
}
