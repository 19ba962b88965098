import type { GroupPairing, Pairing } from '../../../shared/domain/results/cohortQuality.ts'
import { type GroupSelection, toGroups } from './comparison/compareGroups.ts'
import { readCovariates } from './covariates.ts'
import { type Files, readAnalysed } from './readMatrix.ts'

export type PairingParams = { sampleIds: readonly string[]; groups: GroupSelection; unit: string }

/** Returns the pairing of the samples with a result. Throws `rejected`, listing what exists, for unknown groups. */
export async function readPairing(
  { journal, answers }: Files,
  { sampleIds, groups: selection, unit }: PairingParams,
): Promise<GroupPairing> {
  const table = await readCovariates(journal, await readAnalysed(answers, sampleIds))
  const { groups } = toGroups(table, selection)
  const unitOf: UnitOf = (sampleId) => table.valueOf(unit, sampleId)
  const [a = '', b = ''] = groups.map(({ name }) => name)
  return {
    ...pairingOf(groups, { a, b }, unitOf),
    repeated: groups.reduce((sum, group) => sum + countRepeated(group.sampleIds, unitOf), 0),
  }
}

export type Members = readonly { name: string; sampleIds: readonly string[] }[]

/** Returns the unit of a sample, such as its donor; null if it is not known. */
export type UnitOf = (sampleId: string) => string | null

export function pairingOf(groups: Members, { a, b }: { a: string; b: string }, unitOf: UnitOf): Pairing {
  const idsOf = (name: string) => groups.find((group) => group.name === name)?.sampleIds ?? []
  const [first, second] = [idsOf(a).map(unitOf), idsOf(b).map(unitOf)]
  const [ofFirst, ofSecond] = [new Set(first), new Set(second)]
  const units = new Set([...ofFirst, ...ofSecond].filter((unit) => unit !== null))
  const both = [...units].filter((unit) => ofFirst.has(unit) && ofSecond.has(unit))
  const inBoth = new Set<string | null>(both)
  return {
    a,
    b,
    units: units.size,
    inBoth: both.length,
    unpaired: [...first, ...second].filter((unit) => !inBoth.has(unit)).length,
  }
}

/** Counts the samples beyond the first of each unit in a group. */
export function countRepeated(sampleIds: readonly string[], unitOf: UnitOf): number {
  const known = sampleIds.flatMap((id) => unitOf(id) ?? [])
  return known.length - new Set(known).size
}
