import type { Measure } from '../../../shared/domain/analysis.ts'
import type { Reader } from '../../ports.ts'
import type { Column, Matrix, Origin } from './matrix.ts'
import { refusal } from './refuse.ts'
import { asList, readRegistered } from './registered.ts'

/** Both files as they are read: the register, and the answers of the service. */
export type Files = { journal: Reader; answers: Reader }

export type AnswersAsked = { measure: Measure; sampleIds: readonly string[] }

/** One column a name, in no order. */
export type RawMatrix = Omit<Matrix, 'joined'>

/** 160 MB of numbers, and as much again for a view of them. */
const defaultMostCells = 20_000_000

/** The current pathway analyses of these samples. Throws `rejected` where they are too many to be held at once. */
export async function readMatrix(
  files: Files,
  { measure, sampleIds }: AnswersAsked,
  mostCells = defaultMostCells,
): Promise<RawMatrix> {
  const [registered, answers] = await Promise.all([
    readRegistered(files.journal, sampleIds),
    answersOf(files.answers, sampleIds),
  ])
  const held = [...registered.keys()].flatMap((sampleId) => answers.get(sampleId) ?? [])
  const columns = await readColumns(
    files.answers,
    measure,
    held.map(({ analysisId }) => analysisId),
    mostCells,
  )
  return {
    measure,
    sampleIds: held.map(({ sampleId }) => sampleId),
    origins: held,
    columns,
  }
}

/** What changes when answers come, are replaced or go. */
export async function readVersion(answers: Reader): Promise<string> {
  const [row] = await answers.rows<{ last: number | null; count: number }>(
    'SELECT max(rowid) AS last, count(*) AS count FROM analyses INDEXED BY analyses_current WHERE current = 1',
    [],
  )
  return `${row?.last ?? 0} ${row?.count ?? 0}`
}

type Answer = Origin & { analysisId: string; sampleId: string }

async function answersOf(answers: Reader, sampleIds: readonly string[]): Promise<Map<string, Answer>> {
  const rows = await answers.rows<{
    analysis_id: string
    sample_id: string
    fetched_at: string
    service: string
    synthetic: number
  }>(
    `SELECT analysis_id, sample_id, fetched_at, service, synthetic FROM analyses
    WHERE sample_id IN (SELECT value FROM json_each(?)) AND kind = 'activity' AND current = 1`,
    [asList(sampleIds)],
  )
  return new Map(
    rows.map((row) => [
      row.sample_id,
      {
        analysisId: row.analysis_id,
        sampleId: row.sample_id,
        fetchedAt: row.fetched_at,
        service: row.service,
        synthetic: row.synthetic === 1,
      },
    ]),
  )
}

/** Those of the samples that have a pathway analysis, in the order of the ids. */
export async function readAnalysed(answers: Reader, sampleIds: readonly string[]): Promise<string[]> {
  const rows = await answers.rows<{ sample_id: string }>(
    `SELECT sample_id FROM analyses
    WHERE sample_id IN (SELECT value FROM json_each(?)) AND kind = 'activity' AND current = 1`,
    [asList(sampleIds)],
  )
  const analysed = new Set(rows.map((row) => row.sample_id))
  return sampleIds.filter((sampleId) => analysed.has(sampleId))
}

/** One statement an answer: a quarter quicker than many answers at once, whose rows would have to name theirs. */
async function readColumns(
  answers: Reader,
  measure: Measure,
  analysisIds: readonly string[],
  mostCells: number,
): Promise<Column[]> {
  const columns = new Map<string, Column>()
  const columnOf = (pathway: string): Column => {
    const known = columns.get(pathway)
    if (known) return known
    if ((columns.size + 1) * analysisIds.length > mostCells) throw tooMany(analysisIds.length)
    const values = new Float64Array(analysisIds.length).fill(Number.NaN)
    const made = { pathway, names: [pathway], values }
    columns.set(pathway, made)
    return made
  }
  // Most answers name the same pathways in the same order: the column is then found without looking it up.
  const order: Column[] = []
  for (const [row, analysisId] of analysisIds.entries()) {
    const scores = await answers.lists<[pathway: string, value: number | null]>(
      `SELECT pathway, ${measure} FROM scores WHERE analysis_id = ?`,
      [analysisId],
    )
    for (const [at, [pathway, value]] of scores.entries()) {
      if (order[at]?.pathway !== pathway) order[at] = columnOf(pathway)
      const column = order[at]
      if (column && value !== null) column.values[row] = value
    }
  }
  return [...columns.values()]
}

const tooMany = (samples: number) =>
  refusal(
    'of',
    `${samples} samples with so many pathways are more numbers than can be held at once. Choose fewer samples.`,
  )
