import type { AgeSource, Distance, Linkage } from '../../../shared/domain/results/cohort.ts'
import type { clusterings, SearchParams } from '../../state/searchParams.ts'

export type ClusterBy = (typeof clusterings)[number]

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

type ChartSearch = SearchParams<'/results/_charts'>

export const parseLook = (search: ChartSearch): Look => ({
  tracks: search.tracks ?? [],
  cluster: search.cluster ?? 'both',
  linkage: search.linkage ?? 'average',
  distance: search.distance ?? 'euclidean',
  x: search.x ?? 1,
  y: search.y ?? 2,
  scaled: search.scaled ?? true,
  colour: search.colour ?? null,
  shape: search.shape ?? null,
  predicted: search.predicted ?? null,
  chronological: search.chronological ?? null,
  pathway: search.pathway ?? null,
  by: search.by ?? null,
  pair: search.pair ?? null,
})

/** The look as an address holds it: nothing of what is as it is at first. */
export function toLookSearch(look: Look): ChartSearch {
  const unlessFirst = <T>(value: T, first: T): T | undefined => (value === first ? undefined : value)
  return {
    tracks: look.tracks.length === 0 ? undefined : [...look.tracks],
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
