import { z } from 'zod'

/** Which releases are offered. `beta`: those of `latest` too. `off`: none is asked for. */
export const updateChannelSchema = z.enum(['off', 'latest', 'beta'])
export type UpdateChannel = z.infer<typeof updateChannelSchema>

/**
 * How far an update of the app is.
 * - `none`: `held` says why nobody is asked: this is no installed app with a release server, everything comes from the demo,
 *   the offline switch is on, or updates are turned off. `checkedAt` is ISO 8601, null before the first answer of this run.
 * - `ready`: installed at the next quit, or when a person says so. `waiting`: a person has, and `jobs` are under way.
 */
export type UpdateState =
  | { kind: 'none'; checkedAt: string | null; held: 'build' | 'demo' | 'offline' | 'off' | null }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  | { kind: 'waiting'; version: string; jobs: number }
  | { kind: 'failed'; message: string }
