import { createHash } from 'node:crypto'
import type { Checked } from '../../../shared/contract/contract.ts'
import type {
  CohortProvenance,
  CovariateValues,
  ValueMatrix,
  ValueView,
  ViewReference,
} from '../../../shared/domain/results/cohort.ts'
import type { Packed } from '../../../shared/domain/results/packedNumbers.ts'
import { toSpread } from '../../../shared/domain/results/spread.ts'
import { rangeOf, type ValueRange } from '../../../shared/domain/results/valueRange.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { present, ranksOf } from '../statistics/values.ts'
import { type Column, type Matrix, pick, provenanceOf, rowsOf, selectColumns } from './cohortMatrix.ts'
import { readCovariates, toCovariates } from './covariates.ts'
import type { PathwayNames } from './joinNames.ts'
import {
  type CohortData,
  createMatrixCache,
  type Files,
  type LoadedMatrix,
  type ResultsParams,
  readAnalysed,
  readSamples,
  readVersion,
} from './readMatrix.ts'

/** The paths of the two files that the thread reads. */
export type CohortTask = { journal: string; answers: string }

/** `controls`: the samples that `zControls` refers to; empty for other views. */
type ViewParams = Pick<Checked<'results.values'>, 'measure' | 'view'> & {
  sampleIds: readonly string[]
  pathwayNames: PathwayNames
  controls: readonly string[]
}
type Page = Pick<Checked<'results.values'>, 'pathways' | 'offset' | 'limit'>
type ValuesParams = ViewParams & Page
type ClusterParams = ViewParams & Pick<Checked<'results.cluster'>, 'linkage' | 'distance'>

/** The computations on the results of many samples, on a worker thread. Samples are named by their IDs. */
export type CohortWorker = ReturnType<typeof createCohortWorker>

/** `withFiles` opens the files for one call. */
export function createCohortWorker(withFiles: <T>(work: (files: Files) => Promise<T>) => Promise<T>) {
  const matrices = createMatrixCache()
  /** The tables read last, newest first. Their pages are requested one after another. */
  let tables: Table[] = []

  /** Runs code that is loaded on demand: the distributions are much code, which values do not need. */
  const onDemand =
    <Params, Result>(load: () => Promise<(data: CohortData, params: Params) => Promise<Result>>) =>
    (params: Params): Promise<Result> =>
      withFiles(async (files) => {
        const run = await load()
        return run({ ...files, readMatrix: (of) => matrices.read(files, of) }, params)
      })

  const tableOf = async (files: Files, params: ViewParams): Promise<Table> => {
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

  const pageOf = async (
    files: Files,
    table: Table,
    { pathways, offset, limit }: Page,
  ): Promise<ValueMatrix> => {
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
      samples: await readSamples(files, matrix, page),
      values: packed(selected, offset, page.length),
      range: table.range.of,
      totalSamples: rows.length,
      withoutResult: table.chosen - rows.length,
      reference: table.reference.filter(({ pathway }) => names.has(pathway)),
      joined: matrix.joined.filter(({ pathway }) => names.has(pathway)),
    }
  }

  return {
    /** Reads data ahead of another call, while its other inputs are prepared. */
    prepare: (params: ResultsParams) => withFiles((files) => matrices.prepare(files, params)),
    values: (params: ValuesParams) =>
      withFiles(async (files) => pageOf(files, await tableOf(files, params), params)),
    /** Returns another page of the same values; null if they have changed or are no longer in memory. */
    furtherValues: (params: Page & { snapshot: string }) =>
      withFiles(async (files) => {
        const table = tables.find(({ snapshot }) => snapshot === params.snapshot)
        if (!table || table.version !== (await readVersion(files.answers))) return null
        return pageOf(files, table, params)
      }),
    covariates: ({ sampleIds }: { sampleIds: readonly string[] }) =>
      withFiles(async ({ journal, answers }) =>
        toCovariates(await readCovariates(journal, await readAnalysed(answers, sampleIds))),
      ),
    covariateValues: ({ sampleIds, names }: Checked<'results.covariateValues'>) =>
      withFiles(async ({ journal }): Promise<CovariateValues> => {
        const { valueOf } = await readCovariates(journal, [...new Set(sampleIds)])
        return { names, values: names.map((name) => sampleIds.map((sampleId) => valueOf(name, sampleId))) }
      }),
    cluster: ({ linkage, distance, ...params }: ClusterParams) =>
      withFiles(async (files) => {
        const { columns, rows, matrix, view } = await tableOf(files, params)
        const sampleIds = [...rows].flatMap((row) => matrix.sampleIds[row] ?? [])
        const { toClustering } = await import('./multivariate.ts')
        return toClustering({ sampleIds, joined: matrix.joined }, columns, { linkage, distance, view })
      }),
    pca: onDemand(async () => (await import('./multivariate.ts')).readPca),
    compare: onDemand(async () => (await import('./comparison/compareGroups.ts')).compareGroups),
    clock: onDemand(async () => (await import('./clock.ts')).plotClock),
    compareClock: onDemand(async () => (await import('./clock.ts')).compareClock),
    pairing: onDemand(async () => (await import('./pairing.ts')).readPairing),
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

function viewOf(matrix: Matrix, { view, sampleIds, controls }: ViewParams): ViewedMatrix {
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
