import { Failure } from '../../../shared/contract/failures.ts'

/** What was asked for cannot be: `message` says what can. */
export const refusal = (field: string, message: string): Failure<'rejected'> =>
  new Failure('rejected', message, { problems: [{ field, message }] })

const maxNamed = 30

/** `a, b, c`, and how many more there are. */
export const formatList = (names: readonly string[]): string =>
  names.slice(0, maxNamed).join(', ') +
  (names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '')
