import { Refusal } from '../http/httpMessages.ts'
import { uniform } from '../model/noise.ts'
import { findPathway } from '../model/pathways.ts'
import { profileSample, type SampleProfile, type Score } from '../model/sampleModel.ts'
import type { Backend, Order } from '../state.ts'

export type SimulatedState = 'queued' | 'running' | 'succeeded'
type Durations = { queuedS: number; runningS: number }

/** The durations of an order and a screening at speed 1, each ±20% depending on its id. */
const sampleDurations: Durations = { queuedS: 20, runningS: 40 }
export const taskDurations: Durations = { queuedS: 3, runningS: 12 }

/**
 * Computes the current state of an item created at `createdAtMs`, so nothing runs in the background and a restart
 * changes nothing. `sinceMs`: when it entered this state; `progress`: 0 to 1.
 */
export function stateAt(
  item: { id: string; createdAtMs: number },
  durations: Durations,
  { nowMs, speed }: { nowMs: number; speed: number },
): { state: SimulatedState; sinceMs: number; progress: number } {
  const msPerSecond = ((0.8 + 0.4 * uniform(`pace|${item.id}`)) * 1000) / speed
  const startedAt = item.createdAtMs + durations.queuedS * msPerSecond
  const doneAt = startedAt + durations.runningS * msPerSecond
  if (nowMs < startedAt) return { state: 'queued', sinceMs: item.createdAtMs, progress: 0 }
  if (nowMs >= doneAt) return { state: 'succeeded', sinceMs: doneAt, progress: 1 }
  const progress = Math.floor((100 * (nowMs - startedAt)) / (doneAt - startedAt)) / 100
  return { state: 'running', sinceMs: startedAt, progress }
}

export const iso = (timeMs: number): string => new Date(timeMs).toISOString()

/** The order of that id. Throws a Refusal (404). */
export function findOrder({ state }: Backend, sampleId: string): Order {
  const order = state.orders.get(sampleId)
  if (!order) throw new Refusal(404, `There is no sample "${sampleId}".`)
  return order
}

const orderState = (order: Order, { now, speed }: Backend) =>
  stateAt(order, sampleDurations, { nowMs: now(), speed })

/** A sample as the service shows it: its state, and what was sent. */
export function samplePayload(order: Order, backend: Backend): Record<string, unknown> {
  const { state, sinceMs } = orderState(order, backend)
  return {
    sample_id: order.id,
    status: backend.dialect.stateWord(state),
    created_at: iso(order.createdAtMs),
    updated_at: iso(sinceMs),
    ...order.fields,
    synthetic: true,
  }
}

/** The results of a sample that has them. Throws a Refusal: 404 without such a sample, 400 before it succeeded. */
export function finishedProfile(
  backend: Backend,
  sampleId: string,
): { order: Order; profile: SampleProfile } {
  const order = findOrder(backend, sampleId)
  const { state } = orderState(order, backend)
  if (state !== 'succeeded') {
    const word = backend.dialect.stateWord(state)
    throw new Refusal(400, `Sample ${sampleId} has no results yet: its status is "${word}". Try again later.`)
  }
  return { order, profile: profileSample(backend.seed, order.fields) }
}

type Payload = Record<string, unknown>

/** Service-interface, "Pathway analysis response". */
export const scorePayload = (scores: Score[]): Payload =>
  Object.fromEntries(
    scores.map(({ pathway, activity, agingOffset }) => [pathway, { activity, aging_offset: agingOffset }]),
  )

/** Ages in years; both are left out where the order gave no age. */
export const clockPayload = (sampleId: string, profile: SampleProfile, scores = profile.scores): Payload => ({
  sample_id: sampleId,
  ...(profile.pathwayAge === null ? {} : { pathway_age: profile.pathwayAge }),
  ...(profile.chronologicalAge === null ? {} : { chronological_age: profile.chronologicalAge }),
  pathways: Object.fromEntries(
    scores.map(({ pathway, agingOffset }) => [pathway, { aging_offset: agingOffset }]),
  ),
})

/** The pathways a body asks for; all when it names none. Throws a Refusal (400) that names what is not known. */
export function selectScores(scores: Score[], requested: unknown): Score[] {
  if (requested === undefined || requested === null) return scores
  if (!Array.isArray(requested) || requested.some((name) => typeof name !== 'string'))
    throw new Refusal(400, 'pathways must be a list of names.')
  const names = requested.map((name: string) => [name, findPathway(name)] as const)
  const unknown = names.filter(([, found]) => found === undefined).map(([name]) => name)
  if (unknown.length > 0) throw new Refusal(400, `pathways names what is not known: ${unknown.join(', ')}.`)
  const requestedPathways = new Set(names.map(([, found]) => found))
  return requestedPathways.size === 0
    ? scores
    : scores.filter(({ pathway }) => requestedPathways.has(pathway))
}

/** The text in a required field of a body. Throws a Refusal (400). */
export function requiredText(body: Payload, field: string): string {
  const value = body[field]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new Refusal(400, `${field} is required and must be a text.`)
}
