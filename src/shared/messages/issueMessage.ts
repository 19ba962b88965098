import type { core } from 'zod'
import { type Message, message } from './message.ts'

/** What is wrong with an input, by the code of zod's issue. The text of a check of ours is the template itself. */
export function issueMessage(issue: core.$ZodIssue): Message {
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return { template: issue.message, values: [] }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return message`must have at most ${most} characters`
    if (issue.origin === 'array') return message`must have at most ${most} items`
    return issue.inclusive === false ? message`must be less than ${most}` : message`must be at most ${most}`
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    if (issue.origin === 'string') return message`must have at least ${least} characters`
    if (issue.origin === 'array') return message`must have at least ${least} items`
    return issue.inclusive === false
      ? message`must be greater than ${least}`
      : message`must be at least ${least}`
  }
  if (issue.code === 'invalid_type') return message`must be of the type ${issue.expected}`
  if (issue.code === 'invalid_value') return message`must be one of: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'not_multiple_of') return message`must be a multiple of ${issue.divisor}`
  if (issue.code === 'unrecognized_keys')
    return message`has names that are not known: ${issue.keys.join(', ')}`
  return message`is not valid`
}
