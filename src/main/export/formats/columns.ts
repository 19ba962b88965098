import { Failure } from '../../../shared/contract/failures.ts'
import type { TableColumn } from '../../../shared/domain/exporting.ts'

/** A table that names two columns alike would lose one of them in a reader that goes by names. */
export function assertDistinct(columns: readonly TableColumn[]): void {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name)) throw new TypeError(`Two columns are called “${name}”`)
    names.add(name)
  }
}

/** NaN and infinities have no place in a file; throws RangeError. */
export function assertFinite(value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be written to a file`)
}

/** What a format cannot hold is said before anything is lost; `row` counts from 1 below the header. */
export const cannotHold = (
  what: string,
  { field, instead, row }: { field: string; instead: string; row?: number },
): Failure<'rejected'> =>
  new Failure('rejected', `${what} ${instead}`, {
    problems: [{ field, message: row === undefined ? what : `row ${row}: ${what}` }],
  })
