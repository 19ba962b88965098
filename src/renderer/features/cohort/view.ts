import { z } from 'zod'
import {
  type AgeSource,
  ageSourceSchema,
  type Distance,
  distanceSchema,
  type Linkage,
  linkageSchema,
} from '../../../shared/domain/results/cohort.ts'

export const clusterings = ['both', 'samples', 'pathways', 'none'] as const
export type ClusterBy = (typeof clusterings)[number]
export const mostTracks = 3

/** How the cohort is drawn: what the address holds beside the selection that all views of the results share. */
export type Look = {
  tracks: readonly string[]
  cluster: ClusterBy
  linkage: Linkage
  distance: Distance
  /** Components, from 1. */
  x: number
  y: number
  scaled: boolean
  /** Covariates; null: nobody chose, '' : none. */
  colour: string | null
  shape: string | null
  predicted: AgeSource | null
  chronological: AgeSource | null
  pathway: string | null
  by: string | null
  pair: string | null
}

type Address = Record<string, unknown>
const componentSchema = z.number().int().min(1).max(10)

/** Reads an address, whatever someone wrote into it. */
export function parseLook(search: Address): Look {
  const tracks = Array.isArray(search['tracks'])
    ? search['tracks'].flatMap((name) => readText(name) ?? [])
    : []
  return {
    tracks: [...new Set(tracks)].slice(0, mostTracks),
    cluster: clusterings.find((one) => one === search['cluster']) ?? 'both',
    linkage: linkageSchema.safeParse(search['linkage']).data ?? 'average',
    distance: distanceSchema.safeParse(search['distance']).data ?? 'euclidean',
    x: componentSchema.safeParse(search['x']).data ?? 1,
    y: componentSchema.safeParse(search['y']).data ?? 2,
    scaled: search['scaled'] !== false,
    colour: search['colour'] === '' ? '' : readText(search['colour']),
    shape: readText(search['shape']),
    predicted: ageSourceSchema.safeParse(search['predicted']).data ?? null,
    chronological: ageSourceSchema.safeParse(search['chronological']).data ?? null,
    pathway: readText(search['pathway']),
    by: readText(search['by']),
    pair: readText(search['pair']),
  }
}

/** The look as an address holds it: nothing of what is as it is at first. */
export function toLookSearch(look: Look): Address {
  const unlessFirst = <T>(value: T, first: T): T | undefined => (value === first ? undefined : value)
  return {
    tracks: look.tracks.length === 0 ? undefined : look.tracks,
    cluster: unlessFirst(look.cluster, 'both'),
    linkage: unlessFirst(look.linkage, 'average'),
    distance: unlessFirst(look.distance, 'euclidean'),
    x: unlessFirst(look.x, 1),
    y: unlessFirst(look.y, 2),
    scaled: unlessFirst(look.scaled, true),
    colour: look.colour ?? undefined,
    shape: look.shape ?? undefined,
    predicted: look.predicted ?? undefined,
    chronological: look.chronological ?? undefined,
    pathway: look.pathway ?? undefined,
    by: look.by ?? undefined,
    pair: look.pair ?? undefined,
  }
}

/** The router reads `by=5` as a number. */
function readText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' && value.length <= 1000 ? value : null
}
