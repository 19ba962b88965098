import type { core } from 'zod'
import { type Message, message } from './message.ts'

/** Returns what is wrong with an input, by the code of zod's issue. The text of a check of ours is the key of a message. */
export function issueMessage(issue: core.$ZodIssue): Message {
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return { key: issue.message, values: {} }
  if (issue.code === 'too_big') {
    const most = Number(issue.maximum)
    if (issue.origin === 'string') return message('shared.mustMostCharacters', { most })
    if (issue.origin === 'array') return message('shared.mustMostItems', { most })
    return issue.inclusive === false
      ? message('shared.mustLess', { most })
      : message('shared.mustMost', { most })
  }
  if (issue.code === 'too_small') {
    const least = Number(issue.minimum)
    if (issue.origin === 'string') return message('shared.mustLeastCharacters', { least })
    if (issue.origin === 'array') return message('shared.mustLeastItems', { least })
    return issue.inclusive === false
      ? message('shared.mustGreater', { least })
      : message('shared.mustLeast', { least })
  }
  if (issue.code === 'invalid_type') return message('shared.mustType', { expected: issue.expected })
  if (issue.code === 'invalid_value')
    return message('shared.mustOne', { values: issue.values.map(String).join(', ') })
  if (issue.code === 'not_multiple_of') return message('shared.mustMultiple', { divisor: issue.divisor })
  if (issue.code === 'unrecognized_keys')
    return message('shared.namesNotKnown', { keys: issue.keys.join(', ') })
  return message('shared.notValid')
}
