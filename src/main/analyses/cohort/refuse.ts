import { Failure } from '../../../shared/contract/failures.ts'

/** What was asked for cannot be: `message` says what can. */
export const refusal = (field: string, message: string): Failure<'rejected'> =>
  new Failure('rejected', message, { problems: [{ field, message }] })

const mostNamed = 30

/** `a, b, c`, and how many more there are. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, mostNamed).join(', ') +
  (names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '')
