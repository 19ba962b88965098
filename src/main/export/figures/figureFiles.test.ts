import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '../../adapters/files/files.ts'
import { systemRandom } from '../../adapters/system.ts'
import type { PrintPdf } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createFigureFiles } from './figures.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svgOf = (inner: string, attributes = '') => `<svg ${xmlns} ${attributes}>${inner}</svg>`

function createSaving() {
  const files = createFiles({ random: systemRandom })
  const printed: { html: string; widthMm?: number; heightMm?: number }[] = []
  const printPdf: PrintPdf = async (html, { widthMm, heightMm }) => {
    printed.push({ html, ...(widthMm && { widthMm }), ...(heightMm && { heightMm }) })
    return Buffer.from('%PDF-1.4 %%EOF')
  }
  const figures = createFigureFiles({ files, printPdf })
  const path = join(folder, 'figure.pdf')
  const save = (svg: string) =>
    figures.savePdf({ fileId: files.reserve(path).fileId, svg, widthMm: 85, heightMm: 60 })
  return { save, printed, path }
}

describe('a figure saved as PDF', () => {
  it('is printed on one sheet of its size, with its summary for screen readers', async () => {
    const { save, printed, path } = createSaving()
    const svg = svgOf(
      '<desc>Ages &amp; "offsets" &lt;b&gt;</desc><rect fill="url(#a)" clip-path="url(\'#b\')"/>',
    )
    const { file } = await save(svg)
    expect(file).toMatchObject({ name: 'figure.pdf', sizeBytes: 14 })
    expect(readFileSync(path, 'latin1')).toBe('%PDF-1.4 %%EOF')
    const [page] = printed
    expect(page).toMatchObject({ widthMm: 85, heightMm: 60 })
    expect(page?.html).toContain('alt="Ages &#38; &#34;offsets&#34; &#60;b&#62;"')
    expect(page?.html).toContain(Buffer.from(svg).toString('base64'))
  })

  it('accepts embedded pictures and internal references', async () => {
    const { save, printed } = createSaving()
    await save(
      svgOf(
        '<image xlink:href="data:image/png;base64,AAAA"/><g><use href="#a"/></g><text font-family="Arial, \'Noto Sans SC\'">β &gt; 1</text>',
      ),
    )
    expect(printed).toHaveLength(1)
  })

  it.each([
    ['a script', svgOf('<script>alert(1)</script>')],
    ['a page inside', svgOf('<foreignObject><p>x</p></foreignObject>')],
    ['HTML of its own', svgOf('<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x"/>')],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['a root without its namespace', '<svg/>'],
    ['what listens', svgOf('<rect onload="alert(1)"/>')],
    ['what listens, at its root', svgOf('', 'onLoad="alert(1)"')],
    ['a picture of a file', svgOf('<image href="file:///etc/passwd"/>')],
    ['a picture of the network', svgOf('<image xlink:href="https://example.org/a.png"/>')],
    ['a picture that is a drawing', svgOf('<image href="data:image/svg+xml;base64,AAAA"/>')],
    ['a link', svgOf('<a href="https://example.org"><rect/></a>')],
    ['parts of another file', svgOf('<use href="other.svg#a"/>')],
    ['a paint of another file', svgOf('<rect fill="url(https://example.org/#a)"/>')],
    ['one that hides it', svgOf('<rect style="fill:u\\72l(https://example.org)"/>')],
    ['a style sheet', svgOf('<style>@import "https://example.org"</style>')],
    ['movement', svgOf('<rect><set attributeName="href" to="x"/></rect>')],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "b">]>${svgOf('<text>&a;</text>')}`],
    ['a style sheet by instruction', `<?xml-stylesheet href="x.css"?>${svgOf('')}`],
    ['what is not closed', `<svg ${xmlns}><g></svg>`],
    ['no drawing', 'hello'],
  ])('is refused with %s, and nothing is printed or written', async (_what, svg) => {
    const { save, printed } = createSaving()
    await expect(save(svg)).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'svg' }] },
    })
    expect(printed).toEqual([])
  })
})
