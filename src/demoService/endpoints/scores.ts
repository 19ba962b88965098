import { Refusal } from '../httpMessages.ts'
import { findPathway } from '../model/pathways.ts'
import type { SampleProfile, Score } from '../model/sampleModel.ts'

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
