import { strToU8, zipSync } from 'fflate'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const types = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** `data`: the raw rows of the file, so a test can write rows that no real writer would. */
export type SheetXml = {
  name: string
  data: string
  before?: string
  after?: string
  state?: 'hidden' | 'veryHidden'
}

/**
 * Styles by number: 0 plain, 1 a day, 2 a day with time, 3 five digits with leading zeros, 4 scientific, 5 with a word,
 * 6 one decimal, 7 percent, 8 a fraction, 9 hours beyond a day, 10 a time.
 */
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="00000"/><numFmt numFmtId="166" formatCode="0&quot; years&quot;"/><numFmt numFmtId="167" formatCode="0.0"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="11">${[0, 14, 164, 165, 11, 166, 167, 9, 12, 46, 20].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

export function workbookFile(sheets: readonly SheetXml[], extra: Record<string, Uint8Array> = {}): Buffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${head}<Types xmlns="${types}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${types}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ name, state }, index) => `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${types}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/>${'xl/sharedStrings.xml' in extra ? `<Relationship Id="rId98" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>` : ''}</Relationships>`,
    'xl/styles.xml': styles,
  }
  for (const [index, { data, before = '', after = '' }] of sheets.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `${head}<worksheet xmlns="${main}">${before}<sheetData>${data}</sheetData>${after}</worksheet>`
  const texts = Object.entries(parts).map(([name, text]) => [name, strToU8(text)])
  return Buffer.from(zipSync({ ...Object.fromEntries(texts), ...extra }))
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A cell as XML: text inline, numbers as they are, ready XML (beginning with `<c`) as it is. */
function cellXml(value: string | number | null): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (value.startsWith('<c')) return value
  return `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`
}

export const rowXml = (cells: readonly (string | number | null)[], attributes = ''): string =>
  `<row ${attributes}>${cells.map(cellXml).join('')}</row>`
