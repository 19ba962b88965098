import type { Checked } from '../../../shared/contract/contract.ts'
import type {
  ClockPlot,
  Clustering,
  CohortSample,
  Covariate,
  CovariateValues,
  Pca,
  ValueMatrix,
  ViewReference,
} from '../../../shared/domain/cohort.ts'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import type { Packed } from '../../../shared/domain/packed.ts'
import type { ClockAsked } from './clock.ts'
import type { CompareAsked } from './compareGroups.ts'
import { readCovariates, toCovariates } from './covariates.ts'
import type { NamesOfPathways } from './joinNames.ts'
import { createMatrices } from './matrices.ts'
import { type Column, chosenColumns, type Matrix, provenanceOf, rowsOf } from './matrix.ts'
import { type AnswersAsked, type Files, readAnalysed } from './readMatrix.ts'
import { type Registered, readRegistered } from './registered.ts'
import { toView } from './views.ts'

type Chosen = { sampleIds: readonly string[]; pathwayNames: NamesOfPathways }
/** Those that `zControls` refers to; empty for other views. */
type Viewed = Chosen & { controls: readonly string[] }

type ValuesAsked = Omit<Checked<'results.values'>, 'of'> & Viewed
type ClusterAsked = Omit<Checked<'results.cluster'>, 'of'> & Viewed
type PcaAsked = Omit<Checked<'results.pca'>, 'of'> & Chosen

/** What is made of the results of many samples, on a thread of its own. Samples are named by their ids. */
export type CohortDesk = {
  /** To be asked before one of the others, while something else is waited for. */
  prepare(asked: AnswersAsked): Promise<void>
  values(asked: ValuesAsked): Promise<ValueMatrix>
  covariates(asked: { sampleIds: readonly string[] }): Promise<Covariate[]>
  covariateValues(asked: Checked<'results.covariateValues'>): Promise<CovariateValues>
  compare(asked: CompareAsked): Promise<Comparison>
  cluster(asked: ClusterAsked): Promise<Clustering>
  pca(asked: PcaAsked): Promise<Pca>
  clock(asked: ClockAsked): Promise<ClockPlot>
}

/** `withFiles` opens the files for one call. */
export function createCohortDesk(
  withFiles: <T>(work: (files: Files) => Promise<T>) => Promise<T>,
): CohortDesk {
  const matrices = createMatrices()
  /** Pieces of one matrix come one after another: what was viewed for the first serves all. */
  let lastView: { key: string; matrix: Matrix; viewed: ViewedMatrix } | null = null

  const view = async (files: Files, asked: Pick<ValuesAsked, 'measure' | 'view'> & Viewed) => {
    const all = [...new Set([...asked.sampleIds, ...asked.controls])]
    const { matrix, spellings } = await matrices.read(files, { ...asked, sampleIds: all })
    const key = JSON.stringify([asked.view, asked.sampleIds, asked.controls])
    if (lastView?.matrix !== matrix || lastView.key !== key)
      lastView = { key, matrix, viewed: viewOf(matrix, asked) }
    return { ...lastView.viewed, matrix, spellings }
  }

  return {
    prepare: (asked) => withFiles((files) => matrices.prepare(files, asked)),
    values: (asked) =>
      withFiles(async (files) => {
        const { columns, reference, rows, matrix, spellings } = await view(files, asked)
        const chosen = chosenColumns(columns, asked.pathways, spellings.keyOf)
        const most = Math.max(1, Math.floor(mostCells / Math.max(1, chosen.length)))
        const piece = rows.subarray(asked.offset, asked.offset + Math.min(asked.limit, most))
        const names = new Set(chosen.map(({ pathway }) => pathway))
        return {
          ...provenanceOf([...rows].flatMap((row) => matrix.origins[row] ?? [])),
          measure: asked.measure,
          view: asked.view.kind,
          pathways: [...names],
          samples: await samplesAt(files, matrix, piece),
          values: packed(chosen, asked.offset, piece.length),
          totalSamples: rows.length,
          withoutResult: asked.sampleIds.length - rows.length,
          reference: reference.filter(({ pathway }) => names.has(pathway)),
          joined: matrix.joined.filter(({ pathway }) => names.has(pathway)),
        }
      }),
    covariates: ({ sampleIds }) =>
      withFiles(async ({ journal, answers }) =>
        toCovariates(await readCovariates(journal, await readAnalysed(answers, sampleIds))),
      ),
    covariateValues: ({ sampleIds, names }) =>
      withFiles(async ({ journal }) => {
        const once = [...new Set(sampleIds)]
        const { columns } = await readCovariates(journal, once)
        const rowOf = new Map(once.map((sampleId, row) => [sampleId, row]))
        const valuesOf = (name: string) => {
          const column = columns.get(name)
          return sampleIds.map((sampleId) => column?.[rowOf.get(sampleId) ?? -1] ?? null)
        }
        return { names, values: names.map(valuesOf) }
      }),
    // The distributions are a lot of code: values are there before it is read.
    compare: (asked) =>
      withFiles(async (files) => {
        const { compareGroups } = await import('./compareGroups.ts')
        return compareGroups(files, matrices, asked)
      }),
    cluster: (asked) =>
      withFiles(async (files) => {
        const { columns, rows, matrix } = await view(files, asked)
        const sampleIds = [...rows].flatMap((row) => matrix.sampleIds[row] ?? [])
        const { toClustering } = await import('./cluster.ts')
        return toClustering({ sampleIds, joined: matrix.joined }, columns, {
          linkage: asked.linkage,
          distance: asked.distance,
        })
      }),
    pca: (asked) =>
      withFiles(async (files) => {
        const { matrix } = await matrices.read(files, asked)
        const registered = await readRegistered(files.journal, matrix.sampleIds)
        const { scaled } = asked
        const { toPca } = await import('./pca.ts')
        return toPca(matrix, {
          scaled,
          chosen: asked.sampleIds.length,
          sampleOf: (row) => sampleAt(matrix, registered, row),
        })
      }),
    clock: (asked) =>
      withFiles(async (files) => {
        const { plotClock } = await import('./clock.ts')
        return plotClock(files, asked)
      }),
  }
}

/** Cells in one piece: 1.6 MB of numbers. */
const mostCells = 200_000

type ViewedMatrix = { columns: Column[]; reference: ViewReference[]; rows: Uint32Array }

function viewOf(
  matrix: Matrix,
  { view, sampleIds, controls }: Pick<ValuesAsked, 'view'> & Viewed,
): ViewedMatrix {
  const rows = rowsOf(matrix, sampleIds)
  const ofControls = rowsOf(matrix, controls)
  // Pathways that the controls alone have are no columns of the samples.
  const columns = matrix.columns.filter(
    ({ values }) => rows.some((row) => has(values, row)) || !ofControls.some((row) => has(values, row)),
  )
  return { ...toView(columns, view, rows, ofControls), rows }
}

const has = (values: Float64Array, row: number): boolean => !Number.isNaN(values[row])

const samplesAt = async ({ journal }: Files, matrix: Matrix, rows: Uint32Array): Promise<CohortSample[]> => {
  const ids = [...rows].flatMap((row) => matrix.sampleIds[row] ?? [])
  const registered = await readRegistered(journal, ids)
  return [...rows].map((row) => sampleAt(matrix, registered, row))
}

function sampleAt(matrix: Matrix, registered: ReadonlyMap<string, Registered>, row: number): CohortSample {
  const sampleId = matrix.sampleIds[row] ?? ''
  const { clientReference = sampleId, group = null } = registered.get(sampleId) ?? {}
  return { sampleId, clientReference, group, fetchedAt: matrix.origins[row]?.[0]?.fetchedAt ?? '' }
}

/** As `pack`, which has to do without Node and takes fifty times as long. */
function packed(columns: readonly Column[], offset: number, rows: number): Packed {
  const cells = new Float64Array(rows * columns.length)
  for (const [column, { values }] of columns.entries())
    for (let row = 0; row < rows; row += 1)
      cells[row * columns.length + column] = values[offset + row] ?? Number.NaN
  return { f64: Buffer.from(cells.buffer).toString('base64') }
}
