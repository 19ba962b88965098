import type { Checked } from '../../../shared/contract/contract.ts'
import type { AgeSource, ClockPlot, ClockPoint } from '../../../shared/domain/results/cohort.ts'
import {
  type AgeMeasure,
  type ClockComparison,
  type ComparisonNote,
  clockRow,
} from '../../../shared/domain/results/comparison.ts'
import { message } from '../../../shared/words/message.ts'
import type { Reader } from '../../ports.ts'
import { type CurrentClock, findCurrentAnalyses, readCurrentClocks } from '../../store/currentAnalyses.ts'
import { line, meanErrors, pearson } from '../statistics/correlation.ts'
import { meanInterval } from '../statistics/meanTests.ts'
import { type Matrix, provenanceOf } from './cohortMatrix.ts'
import { compare } from './comparison/compare.ts'
import { type GroupSelection, selectGroups } from './comparison/compareGroups.ts'
import {
  type CovariateTable,
  type RegisteredSample,
  readCovariates,
  readRegisteredSamples,
  toCovariates,
  toNumber,
} from './covariates.ts'
import { type Files, formatList, refusal } from './readMatrix.ts'

export type ClockParams = {
  sampleIds: readonly string[]
  predicted?: AgeSource | undefined
  chronological?: AgeSource | undefined
  /** The field that identifies the donor, or other unit, of a sample. */
  unit?: string | undefined
}

type ClockData = {
  registered: Map<string, RegisteredSample>
  clocks: Map<string, CurrentClock>
  covariates: CovariateTable
}

export type CompareClockParams = ClockParams &
  Omit<Checked<'results.compareClock'>, 'of' | 'groups'> & { groups: GroupSelection }

/** Returns predicted and chronological ages of the chosen samples. Throws `rejected` for an unknown source. */
export async function plotClock(files: Files, params: ClockParams): Promise<ClockPlot> {
  const { withoutClock, withoutAge, ...plot } = await readAges(files, params)
  return { ...plot, leftOut: { withoutClock: withoutClock.length, withoutAge: withoutAge.length } }
}

/** Compares groups by the clock, with a single row. Throws like `compareGroups` and `plotClock`. */
export async function compareClock(files: Files, params: CompareClockParams): Promise<ClockComparison> {
  const { measure } = params
  const { groups, notes, toRows } = await selectGroups(files, params)
  const { points, predicted, chronological, ...ages } = await readAges(files, params)
  const matrix = toAgeMatrix(measure, points)
  const members = new Set(groups.flatMap(({ sampleIds }) => sampleIds))
  const without = (kind: 'noClock' | 'noAge', ids: readonly string[]): ComparisonNote[] => {
    const samples = ids.filter((id) => members.has(id)).length
    return samples > 0 ? [{ kind, samples }] : []
  }
  const compared = compare({
    ...params,
    matrix,
    columns: matrix.columns,
    ...toRows(matrix),
    ...(measure === 'age_acceleration_residual' && {
      covariate: Float64Array.from(points, (point) => point.chronological),
    }),
    notes: [...notes, ...without('noClock', ages.withoutClock), ...without('noAge', ages.withoutAge)],
  })
  return {
    ...compared,
    rows: compared.rows.map((row) => ({ ...row, q: null })),
    predicted,
    chronological,
    meanIntervals: compared.rows.flatMap((row) => row.groups.map(meanInterval)),
  }
}

/** Returns the values to compare as a matrix of one column. */
export function toAgeMatrix(measure: AgeMeasure, points: readonly ClockPoint[]): Matrix<AgeMeasure> {
  const isAdjusted = measure === 'age_acceleration_residual'
  const valueOf = (point: ClockPoint) => (isAdjusted ? point.predicted : point.acceleration)
  return {
    measure,
    sampleIds: points.map(({ sampleId }) => sampleId),
    origins: points.map((point) => [point]),
    columns: [{ pathway: clockRow, names: [clockRow], values: Float64Array.from(points, valueOf) }],
    joined: [],
  }
}

/** Returns the ages of the samples that have both, and the IDs of those that lack one. Throws like `plotClock`. */
export async function readAges(files: Files, params: ClockParams) {
  const [registered, clocks, covariates] = await Promise.all([
    readRegisteredSamples(files.journal, params.sampleIds),
    readClocks(files.answers, params.sampleIds),
    readCovariates(files.journal, params.sampleIds),
  ])
  const data = { registered, clocks, covariates }
  const sources = sourcesOf(data)
  const predicted = resolveSource(params.predicted, 'predicted', sources.predicted)
  const chronological = resolveSource(params.chronological, 'chronological', sources.chronological)
  const { ages, ...leftOut } = toAges(data, predicted, chronological)
  const units = toUnits(data, ages, params.unit)
  const fit = toFit(ages, units?.count)
  const points = ages.map((age): ClockPoint => {
    const expected = fit.line && fit.line.intercept + fit.line.slope * age.chronological
    return {
      ...age,
      acceleration: age.predicted - age.chronological,
      residual: expected === null ? null : age.predicted - expected,
    }
  })
  return { ...provenanceOf(points), predicted, chronological, sources, points, units, ...leftOut, ...fit }
}

async function readClocks(
  { rows }: Reader,
  sampleIds: readonly string[],
): Promise<Map<string, CurrentClock>> {
  const clocks = await readCurrentClocks(rows, await findCurrentAnalyses(rows, 'clock', sampleIds))
  return new Map([...clocks].filter(([, clock]) => clock.size > 0))
}

/** Splits a name into words: `pathway_age` and `pathwayAge` both become pathway, age. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
const isChronological = (name: string): boolean =>
  wordsOf(name).some((word) => /^(chrono|actual|calendar)/.test(word))
const isPredicted = (name: string): boolean =>
  wordsOf(name).some((word) => /^(pathway|predicted|bio|epigenetic|clock)/.test(word))
const agePattern =
  /^(pathway|predicted|biological|bio|epigenetic|clock|chronological|chrono|actual|calendar)?age$/
const notAgePattern = /^(offset|accel|diff|gap|delta|error|sd|se|ci)/
const isAge = (name: string): boolean =>
  wordsOf(name).some((word) => agePattern.test(word)) &&
  !wordsOf(name).some((word) => notAgePattern.test(word))

/** Rates how likely a number is the requested age. Without a user choice, a rating of 2 or more is used. */
const likelihood = {
  predicted: ({ name }: AgeSource): number => {
    if (isChronological(name)) return 0
    return isAge(name) ? (isPredicted(name) ? 3 : 2) : 1
  },
  chronological: ({ from, name }: AgeSource): number => {
    if (from === 'clock') return isChronological(name) && isAge(name) ? 4 : 0
    return name.toLowerCase() === 'age' ? 3 : isAge(name) ? 2 : 1
  },
}

/** Returns the candidate sources, most likely first. Only the clock provides predicted ages. */
function sourcesOf({ clocks, covariates }: ClockData): ClockPlot['sources'] {
  const names = new Set([...clocks.values()].flatMap((clock) => [...clock.keys()]))
  const ofClock = [...names].sort().map((name): AgeSource => ({ from: 'clock', name }))
  const numbers = toCovariates(covariates).filter(({ kind }) => kind === 'numbers')
  const ofRegister = numbers.map(({ name }): AgeSource => ({ from: 'covariate', name }))
  const likeliestFirst = (of: keyof typeof likelihood, all: AgeSource[]) =>
    all.toSorted((a, b) => likelihood[of](b) - likelihood[of](a))
  return {
    predicted: likeliestFirst('predicted', ofClock),
    chronological: likeliestFirst('chronological', [...ofClock, ...ofRegister]),
  }
}

function resolveSource(
  requested: AgeSource | undefined,
  which: keyof typeof likelihood,
  sources: readonly AgeSource[],
): AgeSource | null {
  if (!requested) return sources.find((source) => likelihood[which](source) >= 2) ?? null
  const found = sources.find(({ from, name }) => from === requested.from && name === requested.name)
  if (found) return found
  const names = sources.map(({ from, name }) =>
    from === 'clock' ? message('analyses.ofTheClock', { name }) : name,
  )
  throw refusal(
    which,
    names.length > 0
      ? message('analyses.noSampleNumberCalled', { name: requested.name, names: formatList(names) })
      : message('analyses.noSampleNumberCalledNone', { name: requested.name }),
  )
}

type Ages = Omit<ClockPoint, 'acceleration' | 'residual'>

/** Returns the samples with both ages, and the IDs of those that lack one. */
function toAges(data: ClockData, predicted: AgeSource | null, chronological: AgeSource | null) {
  const ages: Ages[] = []
  const withoutClock: string[] = []
  const withoutAge: string[] = []
  for (const [sampleId, sample] of data.registered) {
    const answer = predicted && data.clocks.get(sampleId)?.get(predicted.name)?.answer
    const [y, x] = [valueOf(data, sampleId, predicted), valueOf(data, sampleId, chronological)]
    if (!answer || y === null) withoutClock.push(sampleId)
    else if (x === null) withoutAge.push(sampleId)
    else {
      const { fetchedAt, service, synthetic } = answer
      ages.push({ sampleId, ...sample, chronological: x, predicted: y, fetchedAt, service, synthetic })
    }
  }
  return { ages, withoutClock, withoutAge }
}

function valueOf({ clocks, covariates }: ClockData, sampleId: string, source: AgeSource | null) {
  if (source === null) return null
  if (source.from === 'clock') return clocks.get(sampleId)?.get(source.name)?.value ?? null
  return toNumber(covariates.valueOf(source.name, sampleId))
}

/** Groups the samples by unit; null if no two samples share one. A sample without a unit counts as its own. */
function toUnits({ covariates }: ClockData, ages: readonly Ages[], field: string | undefined) {
  if (field === undefined) return null
  const names = ages.map(({ sampleId }) => covariates.valueOf(field, sampleId) ?? { sampleId })
  const count = new Set(names).size
  return count < ages.length ? { field, count } : null
}

function toFit(
  points: readonly Ages[],
  units: number | undefined,
): Pick<ClockPlot, 'line' | 'correlation' | 'errors' | 'fit'> {
  const x = Float64Array.from(points, ({ chronological }) => chronological)
  const y = Float64Array.from(points, ({ predicted }) => predicted)
  const statistics = { line: line(x, y), correlation: pearson(x, y, units), errors: meanErrors(x, y) }
  const { line: fitted, correlation, errors } = statistics
  const all = fitted && correlation && errors && { n: points.length, ...fitted, ...correlation, ...errors }
  return { ...statistics, fit: all }
}
