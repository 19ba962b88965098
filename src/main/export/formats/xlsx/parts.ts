const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const packageSpace = 'http://schemas.openxmlformats.org/package/2006'
const officeSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The cell styles by their number in `stylesXml`. */
export const style = { plain: 0, text: 1, header: 2 } as const
/** The number format `@`, which keeps a text a text when somebody edits it. */
const textFormat = 49

const cellStyle = (numberFormat: number, font: number): string =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

const stylesXml =
  `${head}<styleSheet xmlns="${mainSpace}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="3">${cellStyle(0, 0)}${cellStyle(textFormat, 0)}${cellStyle(textFormat, 1)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`
export const sheetStart = `${head}<worksheet xmlns="${mainSpace}">`

const relation = (id: number, kind: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${officeSpace}/${kind}" Target="${target}"/>`

const relations = (all: readonly string[]): string =>
  `${head}<Relationships xmlns="${packageSpace}/relationships">${all.join('')}</Relationships>`

const override = (path: string, kind: string): string =>
  `<Override PartName="/${path}" ContentType="${contentType}.${kind}+xml"/>`

/** Everything of a workbook but its sheets, which are named here in their order. */
export function workbookParts(sheetNames: readonly string[]): { path: string; text: string }[] {
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('xl/workbook.xml', 'sheet.main'),
    override('xl/styles.xml', 'styles'),
    ...sheetNames.map((_, index) => override(sheetPath(index), 'worksheet')),
  ]
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const targets = sheetNames.map((_, index) =>
    relation(index + 1, 'worksheet', sheetPath(index).replace('xl/', '')),
  )
  return [
    {
      path: '[Content_Types].xml',
      text: `${head}<Types xmlns="${packageSpace}/content-types">${types.join('')}</Types>`,
    },
    { path: '_rels/.rels', text: relations([relation(1, 'officeDocument', 'xl/workbook.xml')]) },
    {
      path: 'xl/workbook.xml',
      text: `${head}<workbook xmlns="${mainSpace}" xmlns:r="${officeSpace}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: relations([...targets, relation(sheetNames.length + 1, 'styles', 'styles.xml')]),
    },
    { path: 'xl/styles.xml', text: stylesXml },
  ]
}
