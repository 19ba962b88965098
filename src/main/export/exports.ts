import type { Handlers } from '../../shared/contract/contract.ts'
import type { FileHandle } from '../../shared/contract/state.ts'
import { type CsvCell, csvLine } from '../../shared/domain/csvLine.ts'
import type { Database, Files } from '../ports.ts'
import type { AnswersSchema } from '../store/answers.ts'
import type { JournalSchema } from '../store/journal.ts'
import { batchTable } from './batchTable.ts'
import { type DrugSource, drugsTable } from './drugs.ts'
import { resultsTable, samplesTable, type Table, type Units } from './tables.ts'

export type Exports = {
  results: Handlers['exports.results']
  samples: Handlers['exports.samples']
  batch: Handlers['exports.batch']
  drugs: Handlers['exports.drugs']
}

/** With the line end of RFC 4180. */
const toLine = (cells: readonly CsvCell[]): string => `${csvLine(cells)}\r\n`

/** Writes what is known as CSV files (RFC 4180, UTF-8): read page by page, written whole or not at all. */
export function createExports(options: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  files: Pick<Files, 'write'>
  /** As they are set now; left out: none. */
  units?: () => Units
  drugs: DrugSource
}): Exports {
  const { files, units = () => ({}) } = options
  const stores = { journal: options.journal.query, answers: options.answers.query }

  const write = async (fileId: string, table: Table): Promise<{ file: FileHandle; rows: number }> => {
    let rows = 0
    async function* lines(): AsyncGenerator<string> {
      yield toLine(table.columns)
      for await (const page of table.pages) {
        rows += page.length
        if (page.length > 0) yield page.map(toLine).join('')
      }
    }
    const file = await files.write(fileId, lines())
    return { file, rows }
  }

  return {
    results: async ({ fileId }) => write(fileId, await resultsTable(stores, units())),
    samples: async ({ fileId }) => write(fileId, await samplesTable(stores)),
    batch: async ({ fileId, batchId }) => write(fileId, await batchTable(stores.journal, batchId)),
    drugs: ({ fileId, of }) => write(fileId, drugsTable(options.drugs, of)),
  }
}
