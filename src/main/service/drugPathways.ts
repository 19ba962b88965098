import type { Direction, DrugPathway } from '../../shared/domain/drug.ts'
import { unreadableResponse } from './apiResponse.ts'
import type { Conventions } from './conventions.ts'
import { isRecord, pick, readId, readText } from './jsonFields.ts'

/**
 * Pathways of a drug: a list of records or bare names, or a map of pathway -> record or direction, at the top or
 * in a field of the answer. A direction that is absent or not understood is `unknown`.
 */
export function readDrugPathways(data: unknown, endpoint: string, conventions: Conventions): DrugPathway[] {
  const found = listOf(data, conventions)
  if (!found) throw unreadableResponse(endpoint, 'it holds no pathways')
  return found
}

function listOf(data: unknown, conventions: Conventions): DrugPathway[] | null {
  const { fields } = conventions
  if (Array.isArray(data)) return data.flatMap((entry) => readEntry(entry, conventions))
  if (!isRecord(data)) return null
  const inner = pick(data, fields.drugPathways)
  if (Array.isArray(inner)) return listOf(inner, conventions)
  if (isRecord(inner)) return readMap(inner, conventions)
  // A record about a drug that lists none is an answer; one that is about pathways itself is a map.
  if (readId(pick(data, fields.drugId)) !== null || 'drug' in data) return []
  return readMap(data, conventions)
}

function readEntry(entry: unknown, conventions: Conventions): DrugPathway[] {
  const { fields } = conventions
  const name = readId(entry) ?? readId(pick(entry, fields.pathwayName))
  // A hit of a lookup by name may be a drug that carries its pathways.
  const nested = pick(entry, ['pathways'])
  if (Array.isArray(nested) || isRecord(nested)) return listOf(entry, conventions) ?? []
  return name === null ? [] : [toPathway(name, entry, conventions)]
}

const readMap = (map: Record<string, unknown>, conventions: Conventions): DrugPathway[] =>
  Object.entries(map).map(([name, value]) => toPathway(name, value, conventions))

function toPathway(pathway: string, from: unknown, conventions: Conventions): DrugPathway {
  const { fields } = conventions
  const word = isRecord(from) ? pick(from, fields.direction) : from
  return {
    pathway,
    direction: word === pathway ? 'unknown' : readDirection(word, conventions),
    evidence: isRecord(from) ? readEvidence(pick(from, fields.evidence)) : null,
  }
}

const readEvidence = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.map((part) => readText(part) ?? JSON.stringify(part)).join('; ')
  return readText(value) ?? (isRecord(value) ? JSON.stringify(value) : null)
}

function readDirection(value: unknown, { directions }: Conventions): Direction {
  const word = readText(value)?.trim().toLowerCase() ?? ''
  if (directions.inhibits.includes(word)) return 'inhibits'
  return directions.activates.includes(word) ? 'activates' : 'unknown'
}
