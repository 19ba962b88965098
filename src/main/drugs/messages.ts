import type { Failure } from '../../shared/contract/failures.ts'

/** Null where there is none. */
export const joinMessages = (...parts: (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' ') || null

export const cacheFallbackMessage = ({ message }: Failure): string => `${message} You see cached drugs.`
