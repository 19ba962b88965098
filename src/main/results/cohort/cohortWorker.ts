import { createHash } from 'node:crypto'
import type { Checked } from '../../../shared/contract/contract.ts'
import type {
  ClockPlot,
  Clustering,
  CohortProvenance,
  CohortSample,
  Covariate,
  CovariateValues,
  Pca,
  ValueMatrix,
  ValueView,
  ViewReference,
} from '../../../shared/domain/results/cohort.ts'
import type { CohortQuality, GroupPairing } from '../../../shared/domain/results/cohortQuality.ts'
import type { ClockComparison, Comparison } from '../../../shared/domain/results/comparison.ts'
import type {
  Agreement,
  ModelDiagnostics,
  ModelResult,
  SamplePlan,
} from '../../../shared/domain/results/model.ts'
import type { Packed } from '../../../shared/domain/results/packedNumbers.ts'
import { toSpread } from '../../../shared/domain/results/spread.ts'
import { rangeOf, type ValueRange } from '../../../shared/domain/results/valueRange.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { present, ranksOf } from '../statistics/values.ts'
import type { ClockParams, CompareClockParams } from './clock.ts'
import { type Column, type Matrix, pick, provenanceOf, rowsOf, selectColumns } from './cohortMatrix.ts'
import type { CompareParams } from './comparison/compareGroups.ts'
import { type RegisteredSample, readCovariates, readRegisteredSamples, toCovariates } from './covariates.ts'
import type { PathwayNames } from './joinNames.ts'
import type { PlanParams } from './models/planStudy.ts'
import type { AgreementParams, ModelParams } from './models/prepareModel.ts'
import type { PairingParams } from './pairing.ts'
import type { QualityParams } from './quality.ts'
import {
  createMatrixCache,
  type Files,
  type LoadedMatrix,
  type MatrixCache,
  type ResultsParams,
  readAnalysed,
  readVersion,
} from './readMatrix.ts'

/** The paths of the two files that the thread reads. */
export type CohortTask = { journal: string; answers: string }

type CohortSelection = { sampleIds: readonly string[]; pathwayNames: PathwayNames }
/** `controls`: the samples that `zControls` refers to; empty for other views. */
type ViewSelection = CohortSelection & { controls: readonly string[] }

type Page = Pick<Checked<'results.values'>, 'pathways' | 'offset' | 'limit'>
type ValuesParams = Pick<Checked<'results.values'>, 'measure' | 'view'> & Page & ViewSelection

/** The computations on the results of many samples, on a worker thread. Samples are named by their IDs. */
export type CohortWorker = {
  /** Reads data ahead of another call, while its other inputs are prepared. */
  prepare(params: ResultsParams): Promise<void>
  values(params: ValuesParams): Promise<ValueMatrix>
  /** Returns another page of the same values; null if they have changed or are no longer in memory. */
  furtherValues(params: Page & { snapshot: string }): Promise<ValueMatrix | null>
  covariates(params: { sampleIds: readonly string[] }): Promise<Covariate[]>
  covariateValues(params: Checked<'results.covariateValues'>): Promise<CovariateValues>
  compare(params: CompareParams): Promise<Comparison>
  cluster(params: Omit<Checked<'results.cluster'>, 'of'> & ViewSelection): Promise<Clustering>
  pca(params: Omit<Checked<'results.pca'>, 'of'> & CohortSelection): Promise<Pca>
  clock(params: ClockParams): Promise<ClockPlot>
  compareClock(params: CompareClockParams): Promise<ClockComparison>
  pairing(params: PairingParams): Promise<GroupPairing>
  quality(params: QualityParams): Promise<CohortQuality>
  model(params: ModelParams): Promise<ModelResult>
  modelDiagnostics(params: ModelParams & { pathway: string }): Promise<ModelDiagnostics>
  agreement(params: AgreementParams): Promise<Agreement>
  plan(params: PlanParams): Promise<Omit<SamplePlan, 'cost'>>
}

/** `withFiles` opens the files for one call. */
export function createCohortWorker(
  withFiles: <T>(work: (files: Files) => Promise<T>) => Promise<T>,
): CohortWorker {
  const matrices = createMatrixCache()
  /** The tables read last, newest first. Their pages are requested one after another. */
  let tables: Table[] = []

  /** Runs code that is loaded on demand: the distributions are much code, which values do not need. */
  const onDemand =
    <Params, Result>(
      load: () => Promise<(files: Files, matrices: MatrixCache, params: Params) => Promise<Result>>,
    ) =>
    (params: Params): Promise<Result> =>
      withFiles(async (files) => (await load())(files, matrices, params))

  const tableOf = async (
    files: Files,
    params: Pick<ValuesParams, 'measure' | 'view'> & ViewSelection,
  ): Promise<Table> => {
    const { measure, view, sampleIds, controls } = params
    const all = [...new Set([...sampleIds, ...controls])]
    const { matrix, spellings, version } = await matrices.read(files, { ...params, sampleIds: all })
    const key = JSON.stringify([measure, version, view, params.pathwayNames, sampleIds, controls])
    const table = tables.find((one) => one.key === key) ?? {
      ...viewOf(matrix, params),
      key,
      snapshot: snapshotOf(matrix, [view, params.pathwayNames, sampleIds, controls]),
      version,
      view: view.kind,
      chosen: sampleIds.length,
      matrix,
      spellings,
    }
    tables = [table, ...tables.filter((one) => one !== table)].slice(0, maxTables)
    return table
  }

  const pageOf = async (files: Files, table: Table, { pathways, offset, limit }: Page) => {
    const { rows, matrix, spellings } = table
    const selected = selectColumns(table.columns, pathways, spellings.keyOf)
    const maxRows = Math.max(1, Math.floor(maxCellsPerPage / Math.max(1, selected.length)))
    const page = rows.subarray(offset, offset + Math.min(limit, maxRows))
    const names = new Set(selected.map(({ pathway }) => pathway))
    const key = JSON.stringify(pathways)
    // All pages of a request have the same range.
    if (table.range?.key !== key) table.range = { key, of: rangeOf(selected.map(({ values }) => values)) }
    return {
      ...table.provenance,
      measure: matrix.measure,
      view: table.view,
      snapshot: table.snapshot,
      pathways: [...names],
      samples: await samplesAt(files, matrix, page),
      values: packed(selected, offset, page.length),
      range: table.range.of,
      totalSamples: rows.length,
      withoutResult: table.chosen - rows.length,
      reference: table.reference.filter(({ pathway }) => names.has(pathway)),
      joined: matrix.joined.filter(({ pathway }) => names.has(pathway)),
    }
  }

  return {
    prepare: (params) => withFiles((files) => matrices.prepare(files, params)),
    values: (params) => withFiles(async (files) => pageOf(files, await tableOf(files, params), params)),
    furtherValues: (params) =>
      withFiles(async (files) => {
        const table = tables.find(({ snapshot }) => snapshot === params.snapshot)
        if (!table || table.version !== (await readVersion(files.answers))) return null
        return pageOf(files, table, params)
      }),
    covariates: ({ sampleIds }) =>
      withFiles(async ({ journal, answers }) =>
        toCovariates(await readCovariates(journal, await readAnalysed(answers, sampleIds))),
      ),
    covariateValues: ({ sampleIds, names }) =>
      withFiles(async ({ journal }) => {
        const uniqueIds = [...new Set(sampleIds)]
        const { columns } = await readCovariates(journal, uniqueIds)
        const rowOf = new Map(uniqueIds.map((sampleId, row) => [sampleId, row]))
        const valuesOf = (name: string) => {
          const column = columns.get(name)
          return sampleIds.map((sampleId) => column?.[rowOf.get(sampleId) ?? -1] ?? null)
        }
        return { names, values: names.map(valuesOf) }
      }),
    compare: onDemand(async () => (await import('./comparison/compareGroups.ts')).compareGroups),
    cluster: (params) =>
      withFiles(async (files) => {
        const { columns, rows, matrix } = await tableOf(files, params)
        const sampleIds = [...rows].flatMap((row) => matrix.sampleIds[row] ?? [])
        const { toClustering } = await import('./multivariate.ts')
        return toClustering({ sampleIds, joined: matrix.joined }, columns, {
          linkage: params.linkage,
          distance: params.distance,
          view: params.view.kind,
        })
      }),
    pca: (params) =>
      withFiles(async (files) => {
        const { matrix } = await matrices.read(files, params)
        const registered = await readRegisteredSamples(files.journal, matrix.sampleIds)
        const { scaled } = params
        const { toPca } = await import('./multivariate.ts')
        return toPca(matrix, {
          scaled,
          chosen: params.sampleIds.length,
          sampleOf: (row) => sampleAt(matrix, registered, row),
        })
      }),
    clock: (params) => withFiles(async (files) => (await import('./clock.ts')).plotClock(files, params)),
    pairing: (params) =>
      withFiles(async (files) => (await import('./pairing.ts')).readPairing(files, params)),
    compareClock: (params) =>
      withFiles(async (files) => (await import('./clock.ts')).compareClock(files, params)),
    quality: onDemand(async () => (await import('./quality.ts')).checkQuality),
    model: onDemand(async () => (await import('./models/runModel.ts')).runModel),
    modelDiagnostics: onDemand(async () => (await import('./models/diagnoseModel.ts')).diagnoseModel),
    agreement: onDemand(async () => (await import('./models/measureAgreement.ts')).measureAgreement),
    plan: onDemand(async () => (await import('./models/planStudy.ts')).planStudy),
  }
}

/** The cells in one page: 1.6 MB of numbers. */
const maxCellsPerPage = 200_000

/** A view of a million cells takes 8 MB. Two serve a heatmap and a table beside each other. */
const maxTables = 2

type ViewedMatrix = {
  columns: Column[]
  reference: ViewReference[]
  rows: Uint32Array
  provenance: CohortProvenance
}

/** All values of a request. Its pages are parts of it. */
type Table = ViewedMatrix &
  Pick<LoadedMatrix, 'matrix' | 'spellings' | 'version'> & {
    key: string
    snapshot: string
    view: ValueView['kind']
    chosen: number
    range?: { key: string; of: ValueRange }
  }

/** Returns a digest of the results in a table, which results of other samples do not change. */
const snapshotOf = ({ measure, sampleIds, origins }: Matrix, request: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([measure, sampleIds, origins, request]))
    .digest('base64url')

function viewOf(
  matrix: Matrix,
  { view, sampleIds, controls }: Pick<ValuesParams, 'view'> & ViewSelection,
): ViewedMatrix {
  const rows = rowsOf(matrix, sampleIds)
  const ofControls = rowsOf(matrix, controls)
  // Pathways that only the controls have are not columns of the samples.
  const columns = matrix.columns.filter(
    ({ values }) =>
      rows.some((row) => hasValue(values, row)) || !ofControls.some((row) => hasValue(values, row)),
  )
  const provenance = provenanceOf([...rows].flatMap((row) => matrix.origins[row] ?? []))
  return { ...toView(columns, view, rows, ofControls), rows, provenance }
}

const hasValue = (values: Float64Array, row: number): boolean => !Number.isNaN(values[row])

const samplesAt = async ({ journal }: Files, matrix: Matrix, rows: Uint32Array): Promise<CohortSample[]> => {
  const ids = [...rows].flatMap((row) => matrix.sampleIds[row] ?? [])
  const registered = await readRegisteredSamples(journal, ids)
  return [...rows].map((row) => sampleAt(matrix, registered, row))
}

function sampleAt(
  matrix: Matrix,
  registered: ReadonlyMap<string, RegisteredSample>,
  row: number,
): CohortSample {
  const sampleId = matrix.sampleIds[row] ?? ''
  const { clientReference = sampleId, group = null } = registered.get(sampleId) ?? {}
  return { sampleId, clientReference, group, fetchedAt: matrix.origins[row]?.[0]?.fetchedAt ?? '' }
}

/** Like `pack`, which runs without Node and is fifty times slower. */
function packed(columns: readonly Column[], offset: number, rows: number): Packed {
  const cells = new Float64Array(rows * columns.length)
  for (const [column, { values }] of columns.entries())
    for (let row = 0; row < rows; row += 1)
      cells[row * columns.length + column] = values[offset + row] ?? Number.NaN
  return { f64: Buffer.from(cells.buffer).toString('base64') }
}

/** Opens both files read-only. Throws `file`. */
export type OpenFiles = () => { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

/** Creates the worker for a thread. The files are open only during a call, so they can be replaced between calls. */
export const createCohortThread = (open: OpenFiles): CohortWorker =>
  createCohortWorker(async (work) => {
    const { journal, answers } = open()
    try {
      return await work({ journal: journal.reader, answers: answers.reader })
    } finally {
      await Promise.all([journal.close(), answers.close()])
    }
  })

/** Returns the columns of these rows in one view. `controls`: the rows of `zControls`. NaN: no value. */
function toView(
  columns: readonly Column[],
  { kind }: Pick<ValueView, 'kind'>,
  rows: Uint32Array,
  controls: Uint32Array,
): { columns: Column[]; reference: ViewReference[] } {
  const chosen = columns.map((column) => ({ ...column, values: ofRows(column.values, rows) }))
  if (kind === 'raw') return { columns: chosen, reference: [] }
  if (kind === 'rank') {
    const ranked = chosen.map((column) => ({ ...column, values: toRanks(column.values) }))
    return { columns: ranked, reference: [] }
  }
  const scored = columns.map((column, at) => {
    const values = chosen[at]?.values ?? new Float64Array()
    return toZ({ ...column, values }, kind === 'z' ? values : pick(column.values, controls))
  })
  return { columns: scored.map(({ column }) => column), reference: scored.map(({ reference }) => reference) }
}

/** Rows ascend, so equal lengths mean all rows. */
const ofRows = (values: Float64Array, rows: Uint32Array): Float64Array =>
  rows.length === values.length ? values : pick(values, rows)

function toZ(column: Column, referred: Float64Array): { column: Column; reference: ViewReference } {
  const { n, mean, sd, whyNone, zOf } = toSpread(present(referred))
  const why = whyNone === 'noResults' ? 'fewerThanThree' : whyNone
  const values = column.values.map(why ? () => Number.NaN : zOf)
  return { column: { ...column, values }, reference: { pathway: column.pathway, n, mean, sd, why } }
}

function toRanks(values: Float64Array): Float64Array {
  const { ranks } = ranksOf(present(values))
  let next = 0
  return values.map((value) => (Number.isNaN(value) ? Number.NaN : (ranks[next++] ?? Number.NaN)))
}
