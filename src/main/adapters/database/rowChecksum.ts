import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** Sixteen hexadecimal digits: what is left to chance is one damage in 10^19. */
const digits = 16

/** Gives a connection the function that the triggers of guarded tables call; every connection that writes needs it. */
export function registerRowChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { deterministic: true }, (bytes) =>
    bytes instanceof Uint8Array ? hash('sha256', bytes, 'hex').slice(0, digits) : null,
  )
}
