const linesPerPage = 60

/** A plain PDF of lines of text, one font, as many pages as it takes; characters outside ASCII become `?`. */
export function createPdf(lines: string[]): Buffer {
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / linesPerPage)) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  // Objects 1 to 3 are the catalogue, the page tree and the font; then a page and its text, in turn.
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    ...pages.flatMap((page, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
      toContentStream(page),
    ]),
  ]
  return assemble(objects)
}

function toContentStream(lines: string[]): string {
  const text = `BT /F 9 Tf 40 800 Td 12 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')} ET`
  return `<</Length ${text.length}>>stream\n${text}\nendstream`
}

const escaped = (line: string): string =>
  line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, (character) => `\\${character}`)

/** Puts the objects one after another, with the table of their byte offsets that a reader starts from. */
function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`)
}
