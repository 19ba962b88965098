import type { Measure } from '../../../shared/domain/analysis.ts'
import type { Reader } from '../../ports.ts'
import { type CurrentAnalysis, findCurrentAnalyses } from '../../store/currentAnalyses.ts'
import type { Column, Matrix } from './matrix.ts'
import { refusal } from './refusal.ts'
import { readRegisteredSamples, toJsonList } from './registeredSamples.ts'

/** Both files as they are read: the register, and the answers of the service. */
export type Files = { journal: Reader; answers: Reader }

export type ResultsParams = { measure: Measure; sampleIds: readonly string[] }

/** One column a name, in no order. */
export type RawMatrix = Omit<Matrix, 'joined'>

/** 160 MB of numbers, and as much again for a view of them. */
const defaultMaxCells = 20_000_000

/** The current pathway analyses of these samples. Throws `rejected` where they are too many to be held at once. */
export async function readMatrix(
  files: Files,
  { measure, sampleIds }: ResultsParams,
  maxCells = defaultMaxCells,
): Promise<RawMatrix> {
  const [registered, answers] = await Promise.all([
    readRegisteredSamples(files.journal, sampleIds),
    findCurrentAnalyses(files.answers.rows, 'activity', sampleIds),
  ])
  const analysed = [...registered.keys()].flatMap((sampleId) => {
    const origins = answers.get(sampleId)
    return origins ? [{ sampleId, origins }] : []
  })
  const origins = analysed.map((one) => one.origins)
  const columns = await readColumns(files.answers, measure, origins, maxCells)
  return { measure, sampleIds: analysed.map(({ sampleId }) => sampleId), origins, columns }
}

/** What changes when answers come, are replaced or go. */
export async function readVersion(answers: Reader): Promise<string> {
  const [row] = await answers.rows<{ last: number | null; count: number }>(
    'SELECT max(rowid) AS last, count(*) AS count FROM analyses INDEXED BY analyses_current WHERE current = 1',
    [],
  )
  return `${row?.last ?? 0} ${row?.count ?? 0}`
}

/** Those of the samples that have a pathway analysis, in the order of the ids. */
export async function readAnalysed(answers: Reader, sampleIds: readonly string[]): Promise<string[]> {
  const rows = await answers.rows<{ sample_id: string }>(
    `SELECT sample_id FROM analyses
    WHERE sample_id IN (SELECT value FROM json_each(?)) AND kind = 'activity' AND current = 1`,
    [toJsonList(sampleIds)],
  )
  const analysed = new Set(rows.map((row) => row.sample_id))
  return sampleIds.filter((sampleId) => analysed.has(sampleId))
}

/** One statement an answer: a quarter quicker than many answers at once, whose rows would have to name theirs. */
async function readColumns(
  answers: Reader,
  measure: Measure,
  samples: readonly (readonly CurrentAnalysis[])[],
  maxCells: number,
): Promise<Column[]> {
  const columns = new Map<string, Column>()
  const columnOf = (pathway: string): Column => {
    const known = columns.get(pathway)
    if (known) return known
    if ((columns.size + 1) * samples.length > maxCells) throw tooMany(samples.length)
    const values = new Float64Array(samples.length).fill(Number.NaN)
    const made = { pathway, names: [pathway], values }
    columns.set(pathway, made)
    return made
  }
  // Most answers name the same pathways in the same order: the column is then found without looking it up.
  const order: Column[] = []
  for (const [row, current] of samples.entries())
    for (const [age, { analysisId, pathways }] of current.toReversed().entries()) {
      if (age > 0) for (const name of pathways) clear(columns.get(name), row)
      const scores = await answers.lists<[pathway: string, value: number | null]>(
        `SELECT pathway, ${measure} FROM scores WHERE analysis_id = ?`,
        [analysisId],
      )
      for (const [at, [pathway, value]] of scores.entries()) {
        if (order[at]?.pathway !== pathway) order[at] = columnOf(pathway)
        const column = order[at]
        if (column) column.values[row] = value ?? Number.NaN
      }
    }
  return [...columns.values()]
}

/** What was asked for anew is no longer as an older answer had it, also where the newer one names it no more. */
function clear(column: Column | undefined, row: number): void {
  if (column) column.values[row] = Number.NaN
}

const tooMany = (samples: number) =>
  refusal(
    'of',
    `${samples} samples with so many pathways are more numbers than can be held at once. Choose fewer samples.`,
  )
