import { basename } from 'node:path'
import { Failure } from '../../shared/contract/failures.ts'
import type { AdoptedSample, Adoption } from '../../shared/domain/register.ts'
import { structureProblem } from './check/structure.ts'
import { nameColumns } from './columns.ts'
import { openTable } from './table.ts'
import type { TableRow } from './tableRow.ts'

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const idNames: ReadonlySet<string> = new Set(['sampleid', 'id', 'smpid', '样本id', '样品id', '样本编号'])
const referenceNames: ReadonlySet<string> = new Set([
  'clientreference',
  'reference',
  'samplename',
  'name',
  'label',
  '样本名称',
])

type AdoptedList = { samples: AdoptedSample[] } & Pick<Adoption, 'empty' | 'broken'>

/**
 * The samples that a file names, how many of its rows name none, and the rows whose cells cannot be told apart, which
 * name nothing for certain. A file of one column needs no header.
 */
export async function readAdopted(path: string): Promise<AdoptedList> {
  const table = await openTable(path, {})
  const samples: AdoptedSample[] = []
  const broken: AdoptedList['broken'] = []
  let empty = 0
  let columns: string[] | null = null
  let places = { id: 0, reference: -1 }
  const isBroken = (record: TableRow): boolean => {
    const problem = structureProblem(record, columns ?? [])
    if (problem) broken.push({ row: record.row, message: problem.message })
    return problem !== null
  }
  for await (const { header, rows } of table.readings) {
    if (header && columns === null) {
      columns = nameColumns(header).columns
      places = placesOf(columns, basename(path))
      const [only = ''] = header.cells
      if (!isBroken(header) && columns.length === 1 && !idNames.has(fold(only)))
        samples.push({ sampleId: only.trim(), fields: {} })
    }
    for (const row of rows) {
      if (isBroken(row)) continue
      const sample = toSample(row.cells, columns ?? [], places)
      if (sample) samples.push(sample)
      else empty += 1
    }
  }
  return { samples, empty, broken }
}

function placesOf(columns: readonly string[], name: string): { id: number; reference: number } {
  const reference = columns.findIndex((column) => referenceNames.has(fold(column)))
  if (columns.length === 1) return { id: 0, reference: -1 }
  const id = columns.findIndex((column) => idNames.has(fold(column)))
  if (id >= 0) return { id, reference }
  const message = `“${name}” has no column of sample ids: it has ${columns.join(', ')}. Call the column sample_id.`
  throw new Failure('file', message, { name })
}

/** Every other column is kept as a field of the annotation: it was not sent from here. */
function toSample(
  cells: readonly string[],
  columns: readonly string[],
  { id, reference }: { id: number; reference: number },
): AdoptedSample | null {
  const at = (index: number): string => cells[index]?.trim() ?? ''
  if (at(id) === '') return null
  const others = columns.flatMap((column, index) =>
    index === id || index === reference || at(index) === '' ? [] : [[column, at(index)] as const],
  )
  const clientReference = at(reference)
  return {
    sampleId: at(id),
    ...(clientReference === '' ? {} : { clientReference }),
    fields: Object.fromEntries(others),
  }
}
