import type { ImportCheck, Mapping } from '../../../shared/domain/importing.ts'
import type { OrderField } from '../../../shared/domain/sample.ts'

/** Gives a column a field of the order (null: not sent). A field goes to one column: who had it before loses it. */
export function assignField(mapping: Mapping, column: string, field: OrderField | null): Mapping {
  const freed = Object.entries(mapping).map(([name, had]) => [name, had === field ? null : had])
  return { ...Object.fromEntries(freed), [column]: field }
}

export const isSent = (mapping: Mapping, column: string): boolean => (mapping[column] ?? null) !== null

/** Columns that are not sent, in the order of the file. */
export const unsentColumns = (columns: readonly string[], mapping: Mapping): string[] =>
  columns.filter((column) => !isSent(mapping, column))

/** Every order needs a name of its own: without it nothing can be checked. */
export const hasReference = (mapping: Mapping): boolean => Object.values(mapping).includes('client_reference')

export type SendObstacle = 'nothingValid' | 'offline' | 'offlineSwitch' | 'signedOut'

type Connection = { online: boolean; offlineSwitch: boolean; signedIn: boolean }

/** Why the orders cannot be sent now, or null; what only the user's file can mend comes first. */
export function sendObstacle(check: ImportCheck, connection: Connection): SendObstacle | null {
  if (check.valid === 0) return 'nothingValid'
  if (!connection.signedIn) return 'signedOut'
  if (connection.offlineSwitch) return 'offlineSwitch'
  return connection.online ? null : 'offline'
}

export type Duration = { unit: 'moment' | 'seconds' | 'minutes' | 'hours'; count: number }

/** A duration in the unit a person would say it in, rounded up. */
export function toDuration(seconds: number): Duration {
  if (seconds < 5) return { unit: 'moment', count: 0 }
  if (seconds < 90) return { unit: 'seconds', count: Math.ceil(seconds) }
  if (seconds < 5400) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  return { unit: 'hours', count: Math.ceil(seconds / 3600) }
}
