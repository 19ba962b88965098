import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { ConventionSettings } from '../../../shared/domain/convention.ts'
import type { SignInEndpoints } from '../../ports.ts'
import type { Exchange } from '../exchange.ts'

/** What is in force where one signs in with the browser, or why nobody knows; null where one does not. */
export type SignInEvidence = { endpoints: SignInEndpoints } | { problem: string } | null

/** All that the findings follow from. */
export type Evidence = {
  exchanges: readonly Exchange[]
  /** Origin and base path in use. */
  service: string
  /** What a person set for this profile. */
  set: ConventionSettings
  /** What counts: what was set, else what was found out. */
  settings: ConventionSettings
  /** The profile's limit, requests per 60 s. */
  requestsPerMinute: number
  signIn: SignInEvidence
  quota: Pick<QuotaStatus, 'limit' | 'windowMs'>
  scopes: string[] | null
  /** Words for states in the register of samples, as the service wrote them. */
  statusWords: readonly string[]
}

/** What answers show of one convention; null where they show nothing. */
export type Shown = { value: string; note?: string } | null

/** The values by how often they come, the most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
}

/** The most frequent value; the note names the others. */
export function mostFrequent(values: readonly string[]): Shown {
  const [value, ...others] = byFrequency(values)
  if (value === undefined) return null
  return others.length === 0 ? { value } : { value, note: `Some answers show ${others.join(', ')} instead.` }
}

const maxWordLength = 80

/** A word of the service made fit to show: one short line, without anything that looks like a token. */
export const plainWord = (text: string): string =>
  text
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxWordLength)
