import {
  type CohortQuality,
  type FieldAssociation,
  maxMissingShare,
  type NamedSample,
  type Pairing,
  type QualityRequest,
} from '../../../shared/domain/results/cohortQuality.ts'
import { fieldOfGroups } from '../../../shared/domain/results/comparison.ts'
import { isPaired, kindOfField } from '../../../shared/domain/studies/suggestions.ts'
import { association } from '../statistics/contingency.ts'
import { hedgesG, omegaSquared } from '../statistics/effects.ts'
import { welch, welchAnova } from '../statistics/meanTests.ts'
import { medianOf, present } from '../statistics/values.ts'
import { type Matrix, pick, provenanceOf } from './cohortMatrix.ts'
import { type GroupSelection, toGroups } from './comparison/compareGroups.ts'
import { type CovariateTable, readCovariates, readRegisteredSamples, toNumber } from './covariates.ts'
import type { PathwayNames } from './joinNames.ts'
import { countRepeated, type Members, pairingOf, type UnitOf } from './pairing.ts'
import type { CohortData, Files } from './readMatrix.ts'
import { findRepeats } from './repeats.ts'

export type QualityParams = Omit<QualityRequest, 'of' | 'groups'> & {
  sampleIds: readonly string[]
  pathwayNames: PathwayNames
  groups: GroupSelection | null
}

/** Checks the data of a cohort. Throws `rejected`, listing what exists, for unknown groups and fields. */
export async function checkQuality(data: CohortData, params: QualityParams): Promise<CohortQuality> {
  const { sampleIds, contrasts, pairBy } = params
  const [{ matrix }, table, registered, reanalyzed] = await Promise.all([
    data.readMatrix({ ...params, measure: 'activity' }),
    readCovariates(data.journal, sampleIds),
    readRegisteredSamples(data.journal, sampleIds),
    countReanalyzed(data, sampleIds),
  ])
  const withResult = new Set(matrix.sampleIds)
  const { groups } = params.groups ? toGroups(table, params.groups) : { groups: [] }
  const analyzed = groups.map(({ name, sampleIds: ids }) => ({
    name,
    sampleIds: ids.filter((id) => withResult.has(id)),
  }))
  const nameOf = (sampleId: string): NamedSample => ({
    sampleId,
    clientReference: registered.get(sampleId)?.clientReference ?? sampleId,
  })
  const unitBy =
    (field: string): UnitOf =>
    (sampleId) =>
      table.valueOf(field, sampleId)
  const unitOf = pairBy === null ? null : unitBy(pairBy)
  const pairings = unitOf ? contrasts.map((contrast) => pairingOf(analyzed, contrast, unitOf)) : []
  const [pairing] = pairings
  const isOfPairs = pairing !== undefined && contrasts.length === 1 && (params.paired ?? isPaired(pairing))
  const members = isOfPairs && unitOf ? withPartners(analyzed, pairing, unitOf) : analyzed
  const ownFields = new Set([fieldOfGroups(params.groups), pairBy])
  const { repeats, checked } = findRepeats(table, matrix, { members, unitOf, isPaired: isOfPairs }, ownFields)
  // Ages of samples from one mouse are not independent either.
  const unit = repeats.find(({ kind, field }) => kind === 'unit' && !params.independent.includes(field))
  const origins = [...matrix.origins.flat(), ...params.ages]
  const outliers = outliersOf(matrix, params.groups ? analyzed : null)
  return {
    ...provenanceOf(origins),
    samples: sampleIds.length,
    analyzed: matrix.sampleIds.length,
    reanalyzed,
    services: [...new Set(origins.map(({ service }) => service))].sort(),
    pathways: matrix.columns.length,
    missing: missingIn(matrix, nameOf),
    outliers: {
      count: outliers.length,
      named: outliers.slice(0, maxNamed).map(({ row, z }) => ({ ...nameOf(matrix.sampleIds[row] ?? ''), z })),
    },
    groups: groups.map(({ name, sampleIds: ids }, at) => ({
      name,
      samples: ids.length,
      analyzed: analyzed[at]?.sampleIds.length ?? 0,
      repeated: unitOf ? countRepeated(analyzed[at]?.sampleIds ?? [], unitOf) : 0,
    })),
    pairings,
    repeats,
    ...fieldsOf(
      { table, matrix, members, checked, ownFields, unitOf: unitOf ?? (unit ? unitBy(unit.field) : null) },
      params,
    ),
  }
}

async function countReanalyzed({ answers }: Files, sampleIds: readonly string[]): Promise<number> {
  const [row] = await answers.rows<{ count: number }>(
    `SELECT count(DISTINCT sample_id) AS count FROM analyses
    WHERE kind = 'activity' AND current = 0 AND sample_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(sampleIds)],
  )
  return row?.count ?? 0
}

/** Returns the samples of two groups whose unit is in both. */
function withPartners(groups: Members, { a, b }: Pairing, unitOf: UnitOf): Members {
  const two = groups.filter(({ name }) => name === a || name === b)
  const [first, second] = two.map(({ sampleIds }) => new Set(sampleIds.map(unitOf)))
  const isInBoth = (id: string) => {
    const unit = unitOf(id)
    return unit !== null && first?.has(unit) === true && second?.has(unit) === true
  }
  return two.map(({ name, sampleIds }) => ({ name, sampleIds: sampleIds.filter(isInBoth) }))
}

function missingIn(
  { columns, sampleIds }: Matrix,
  nameOf: (sampleId: string) => NamedSample,
): CohortQuality['missing'] {
  const bySample = new Uint32Array(sampleIds.length)
  const pathways = columns.flatMap(({ pathway, values }) => {
    let samples = 0
    for (const [row, value] of values.entries())
      if (Number.isNaN(value)) {
        samples += 1
        bySample[row] = (bySample[row] ?? 0) + 1
      }
    return samples > 0 ? [{ pathway, samples }] : []
  })
  const thin = [...bySample.entries()]
    .filter(([, missing]) => missing > maxMissingShare * columns.length)
    .sort(([, one], [, other]) => other - one)
  return {
    values: pathways.reduce((sum, one) => sum + one.samples, 0),
    pathways: pathways.sort((a, b) => b.samples - a.samples),
    samples: {
      count: thin.length,
      named: thin.slice(0, maxNamed).map(([row]) => nameOf(sampleIds[row] ?? '')),
    },
  }
}

const maxNamed = 100
/** Smaller groups do not show what is usual. */
const minForOutliers = 8
/** Iglewicz and Hoaglin (1993) use 3.5. This is higher, because users ignore a warning that appears too often. */
const outlierZ = 5
/** Scales the median absolute deviation to the SD of normal values. */
const madToSd = 1.4826

/**
 * Returns samples that are unusually far from the center of their group. Each pathway is centered on the group's median
 * and scaled by its median absolute deviation over all samples, so that an outlier cannot hide itself. The distance is
 * the root mean square over the sample's pathways, which equals the distance in all principal components. `groups`:
 * null if there are none, so all samples form one group; otherwise samples without a group are ignored.
 */
function outliersOf({ columns, sampleIds }: Matrix, groups: Members | null): { row: number; z: number }[] {
  const rowOf = new Map(sampleIds.map((id, row) => [id, row]))
  const rowsByGroup = (groups ?? [{ sampleIds }]).map((group) =>
    Uint32Array.from(group.sampleIds.flatMap((id) => rowOf.get(id) ?? [])),
  )
  const largeGroups = rowsByGroup.filter((rows) => rows.length >= minForOutliers)
  const squares = new Float64Array(sampleIds.length)
  const counts = new Float64Array(sampleIds.length)
  for (const { values } of columns) {
    const centred = new Float64Array(values.length).fill(Number.NaN)
    for (const rows of largeGroups) {
      const middle = medianOf(present(pick(values, rows)))
      for (const row of rows) centred[row] = (values[row] ?? Number.NaN) - middle
    }
    const sd = madToSd * medianOf(present(centred).map(Math.abs))
    if (!(sd > 0) || !Number.isFinite(sd)) continue
    for (const [row, value] of centred.entries())
      if (!Number.isNaN(value)) {
        squares[row] = (squares[row] ?? 0) + (value / sd) ** 2
        counts[row] = (counts[row] ?? 0) + 1
      }
  }
  const distances = squares.map((square, row) => Math.sqrt(square / (counts[row] ?? 0)))
  const known = present(distances)
  const middle = medianOf(known)
  const spread = madToSd * medianOf(known.map((distance) => Math.abs(distance - middle)))
  if (!(spread > 0)) return []
  return [...distances.entries()]
    .map(([row, distance]) => ({ row, z: (distance - middle) / spread }))
    .filter(({ z }) => z > outlierZ)
    .sort((one, other) => other.z - one.z)
}

/** Fields with more categories, or fewer than two samples per category, identify samples instead of sorting them. */
const maxCategories = 20
const minPerCategory = 2
/** A single sample has no range. */
const minPerGroup = 2
const maxUnknownShare = 0.5

type Located = { group: number; text: string; unit: string | null }

type Fields = {
  table: CovariateTable
  matrix: Matrix
  members: Members
  /** The fields that were checked for repeats. */
  checked: readonly string[]
  /** The fields of the groups and pairs. */
  ownFields: ReadonlySet<string | null>
  unitOf: UnitOf | null
}

/** Tests the fields for associations with the groups. With units, such as donors, a value counts once per unit. */
function fieldsOf(
  { table, matrix, members, checked, ownFields, unitOf }: Fields,
  { contrasts, ages }: Pick<QualityParams, 'contrasts' | 'ages'>,
): Pick<CohortQuality, 'fields' | 'skippedFields'> {
  if (members.length < 2) return { fields: [], skippedFields: [] }
  const originOf = new Map(matrix.sampleIds.map((id, row) => [id, matrix.origins[row]?.[0]]))
  const ageOf = new Map(ages.map(({ sampleId, chronological }) => [sampleId, String(chronological)]))
  type TextOf = (sampleId: string) => string | null | undefined
  const sources: { of: FieldAssociation['of']; name: string; textOf: TextOf }[] = [
    ...[...table.columns.keys()]
      .filter((name) => !ownFields.has(name))
      .map((name) => ({ of: 'field' as const, name, textOf: (id: string) => table.valueOf(name, id) })),
    { of: 'age', name: '', textOf: (id) => ageOf.get(id) },
    { of: 'fetchedAt', name: '', textOf: (id) => originOf.get(id)?.fetchedAt.slice(0, 10) },
    { of: 'service', name: '', textOf: (id) => originOf.get(id)?.service },
  ]
  const locate = (textOf: TextOf): Located[] =>
    members.flatMap(({ sampleIds }, group) => {
      const counted = new Set<string>()
      return sampleIds.flatMap((id) => {
        const text = textOf(id) ?? null
        const unit = unitOf?.(id) ?? null
        const key = JSON.stringify([unit, text])
        if (text === null || (unit !== null && counted.has(key))) return []
        counted.add(key)
        return [{ group, text, unit }]
      })
    })
  const total = members.reduce(
    (sum, { sampleIds }) => sum + new Set(sampleIds.map((id) => unitOf?.(id) ?? id)).size,
    0,
  )
  const fields: FieldAssociation[] = []
  const skippedFields: CohortQuality['skippedFields'] = []
  for (const { of, name, textOf } of sources) {
    const located = locate(textOf)
    const distinct = new Set(located.map(({ text }) => text)).size
    if (distinct < 2) continue
    // Ages are compared among the samples that have one.
    if (of !== 'age' && located.length < (1 - maxUnknownShare) * total)
      skippedFields.push({ name, why: 'mostlyMissing' })
    else {
      const found = associate(located, distinct, members.length)
      const alignedIn =
        found?.aligned || contrasts.length < 2 ? [] : alignedContrasts(located, members, contrasts)
      // Each mouse is in one group, which is not confounding. `repeats` reports mice whose samples are alike.
      const isOfUnits = checked.includes(name) && kindOfField(name) === 'unit'
      if (isOfUnits && (found === null || (found.aligned && found.as === 'categories'))) continue
      if (found) fields.push({ of, name, n: located.length, distinct, alignedIn, ...found })
      else if (of === 'field') skippedFields.push({ name, why: 'manyValues' })
    }
  }
  return { fields, skippedFields }
}

/** Returns the contrasts in which a field is aligned with the two groups. It need not be aligned over all groups. */
function alignedContrasts(
  located: readonly Located[],
  members: Members,
  contrasts: readonly { a: string; b: string }[],
): { a: string; b: string }[] {
  const byGroup = Map.groupBy(located, ({ group }) => members[group]?.name ?? '')
  return contrasts.filter(({ a, b }) => {
    const two = [byGroup.get(a) ?? [], byGroup.get(b) ?? []].flatMap((found, group) =>
      found.map((one) => ({ ...one, group })),
    )
    const distinct = new Set(two.map(({ text }) => text)).size
    return distinct > 1 && associate(two, distinct, 2)?.aligned === true
  })
}

type Associated = Pick<FieldAssociation, 'as' | 'aligned' | 'effect' | 'effectName' | 'p'>

function associate(located: readonly Located[], distinct: number, groups: number): Associated | null {
  const dated = located.map((one) => ({ ...one, number: toDay(one.text) }))
  const isDates = dated.every(({ number }) => number !== null)
  const numbered = isDates ? dated : located.map((one) => ({ ...one, number: toNumber(one.text) }))
  const isNumbers = numbered.every(({ number }) => number !== null)
  const texts =
    isDates && !isFew(distinct, located.length)
      ? located.map((one) => ({ ...one, text: one.text.slice(0, 7) }))
      : located
  const categories = new Set(texts.map(({ text }) => text)).size
  const found = [
    isFew(categories, located.length) ? byCategories(texts, groups) : null,
    isNumbers && distinct > 2
      ? byNumbers(
          meansOfUnits(numbered.map((one) => ({ ...one, number: one.number ?? 0 }))),
          groups,
          isDates ? 'dates' : 'numbers',
        )
      : null,
  ].filter((one) => one !== null)
  // Alignment matters most, then the smallest p.
  return found.toSorted((a, b) => Number(b.aligned) - Number(a.aligned) || (a.p ?? 2) - (b.p ?? 2))[0] ?? null
}

const isFew = (distinct: number, n: number): boolean =>
  distinct >= 2 && distinct <= maxCategories && n >= minPerCategory * distinct

type Numbered = { group: number; number: number; unit: string | null }

/** Returns one number for each unit of a group; a sample without a unit counts as its own. */
function meansOfUnits(numbered: readonly Numbered[]): { group: number; number: number }[] {
  const byUnit = Map.groupBy(numbered, ({ group, unit }, at) =>
    JSON.stringify([group, unit, unit === null ? at : 0]),
  )
  return [...byUnit.values()].map((same) => ({
    group: same[0]?.group ?? 0,
    number: same.reduce((sum, { number }) => sum + number, 0) / same.length,
  }))
}

/** Returns the days since 1970 of an ISO 8601 date or time; null for other texts. */
function toDay(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(text)) return null
  const ms = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(ms) ? null : ms / 86_400_000
}

function byCategories(located: readonly Located[], groups: number): Associated {
  const byValue = Map.groupBy(located, ({ text }) => text)
  const counts = [...byValue.values()].map((same) =>
    Array.from({ length: groups }, (_, group) => same.filter((one) => one.group === group).length),
  )
  const { v, p } = association(counts)
  const aligned = v !== null && counts.every((row) => row.filter((count) => count > 0).length === 1)
  return { as: 'categories', aligned, effect: v, effectName: 'cramers_v', p }
}

function byNumbers(
  located: readonly { group: number; number: number }[],
  groups: number,
  as: 'numbers' | 'dates',
): Associated {
  const values = Array.from({ length: groups }, (_, group) =>
    Float64Array.from(
      located.filter((one) => one.group === group),
      ({ number }) => number,
    ),
  )
  const ranges = values
    .filter((of) => of.length > 0)
    .map((of) => ({ low: of.reduce((a, b) => Math.min(a, b)), high: of.reduce((a, b) => Math.max(a, b)) }))
    .sort((a, b) => a.low - b.low)
  const aligned =
    ranges.length > 1 &&
    values.every((of) => of.length >= minPerGroup) &&
    ranges.every(({ low }, at) => at === 0 || low > (ranges[at - 1]?.high ?? low))
  const [a = new Float64Array(), b = new Float64Array()] = values
  if (groups === 2) {
    const test = welch({ a, b })
    const p = test.why === null ? test.p : null
    return { as, aligned, effect: hedgesG(a, b), effectName: 'hedges_g', p }
  }
  const test = welchAnova(values)
  const effect = test.why === null ? omegaSquared(test.statistic, test.df, located.length) : null
  return { as, aligned, effect, effectName: 'omega_squared', p: test.why === null ? test.p : null }
}
