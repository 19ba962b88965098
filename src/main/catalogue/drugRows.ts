import { z } from 'zod'
import { type Drug, type DrugDetail, type DrugHit, drugPathwaySchema } from '../../shared/domain/drug.ts'
import type { DrugRow } from '../store/drugs.ts'
import { toSearchText } from './ranking.ts'

/** A drug as it came, with its raw JSON and when the service gave it. */
export type SeenDrug = { drug: Drug; raw: unknown; fetchedAt: string }

const synonymsSchema = z.array(z.string())
const pathwaysSchema = z.array(drugPathwaySchema)

/**
 * The row of a drug seen again. A list may tell less of a drug than its details did: what it leaves out stays,
 * and the raw JSON that says more is kept.
 */
export function toDrugRow({ drug, raw, fetchedAt }: SeenDrug, former: DrugRow | undefined): DrugRow {
  const rawText = JSON.stringify(raw)
  const known = {
    name: drug.name,
    synonyms: drug.synonyms.length > 0 || !former ? drug.synonyms : parseSynonyms(former),
    category: drug.category ?? former?.category ?? null,
    description: drug.description ?? former?.description ?? null,
  }
  return {
    ...known,
    drug_id: drug.drugId,
    synonyms: JSON.stringify(known.synonyms),
    raw: former && former.raw.length > rawText.length ? former.raw : rawText,
    fetched_at: fetchedAt,
    search_text: toSearchText(known),
    pathways: former?.pathways ?? null,
    pathways_raw: former?.pathways_raw ?? null,
  }
}

export type HitRow = Pick<
  DrugRow,
  'drug_id' | 'name' | 'synonyms' | 'category' | 'description' | 'fetched_at'
>

export const toHit = (row: HitRow, source: 'cache' | 'service'): DrugHit => ({
  drugId: row.drug_id,
  name: row.name,
  synonyms: parseSynonyms(row),
  category: row.category,
  description: row.description,
  source,
  fetchedAt: row.fetched_at,
})

export const toDetail = (row: DrugRow, source: 'cache' | 'service'): DrugDetail => ({
  ...toHit(row, source),
  pathways: row.pathways === null ? null : pathwaysSchema.parse(JSON.parse(row.pathways)),
  raw: JSON.parse(row.raw),
})

const parseSynonyms = (row: Pick<DrugRow, 'synonyms'>): string[] =>
  synonymsSchema.parse(JSON.parse(row.synonyms))
