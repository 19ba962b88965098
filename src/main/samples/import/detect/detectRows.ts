import type { ReadOptions, RowsReadAs } from '../../../../shared/domain/samples/importing.ts'
import { hasText, type OpenTable } from '../tableRow.ts'
import {
  detectLayout,
  findTables,
  firstDataLine,
  headerShape,
  type SampleRow,
  sectionAbove,
} from './detectLayout.ts'
import { asksForPlates, findPlates } from './plates.ts'

/**
 * Detects which rows of a file are read, if the options leave it open. `rows`: the first rows of the file; `endsOpen`: rows
 * may omit empty cells at their end.
 */
export function detectRows(
  rows: readonly SampleRow[],
  options: ReadOptions,
  endsOpen = false,
): { settings: RowsReadAs; headerLine: number } & Pick<OpenTable, 'section' | 'above'> {
  const { noHeader, endLine, samplesBy, fillDown, hiddenRows, struckRows, headings, omitRows } = options
  const layout = detectLayout(rows, { endsOpen, headerLine: options.headerLine })
  const headerLine = options.headerLine ?? (noHeader ? firstDataLine(rows) : layout?.headerLine) ?? 1
  const plates = asksForPlates(options) ? findPlates(rows.filter(({ cells }) => hasText(cells))) : null
  const tables = noHeader ? {} : findTables(rows, headerLine)
  return {
    headerLine,
    settings: {
      headerLine: plates?.[0]?.line ?? headerLine,
      ...(noHeader ? { noHeader } : headerShape(layout, headerLine)),
      ...(endLine !== undefined && { endLine }),
      ...(samplesBy && { samplesBy }),
      ...(fillDown && { fillDown }),
      ...(hiddenRows && { hiddenRows }),
      ...(struckRows && { struckRows }),
      ...(headings && { headings }),
      ...(omitRows && { omitRows }),
      ...(options.missingWords === false && { missingWords: false }),
      ...(options.plate === 'no' && { plate: 'no' }),
      ...(plates ? { plate: options.plate ?? 'samples' } : tables),
    },
    section: sectionAbove(rows, headerLine),
    above: rows.filter(({ line }) => line < headerLine),
  }
}
