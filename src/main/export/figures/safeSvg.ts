import { DOMParser, type Element } from '@xmldom/xmldom'
import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/words/message.ts'

/** The elements of figures: no scripts, embedded pages, style sheets or links. */
const elements = new Set([
  'svg',
  'g',
  'defs',
  'desc',
  'title',
  'clipPath',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'image',
  'use',
  'symbol',
  'mask',
  'pattern',
  'linearGradient',
  'radialGradient',
  'stop',
])
const namespace = 'http://www.w3.org/2000/svg'
const picture = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/=\s]*$/
const reference = /^#[\w-]+$/

/** Checks a drawing and returns its description. Throws `rejected` if it could run, load or link to anything. */
export function readSafeSvg(svg: string): { summary: string } {
  const root = parse(svg)
  const all = [root, ...Array.from(root.getElementsByTagName('*'))]
  for (const element of all) check(element)
  const description = all.find(({ localName }) => localName === 'desc')
  return { summary: description?.textContent ?? '' }
}

function parse(svg: string): Element {
  // Entities can hide content or grow without end; our drawings have none.
  if (/<!DOCTYPE|<!ENTITY|<\?(?!xml\s)/i.test(svg)) throw refused(message('export.declaresDocumentType'))
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message)
      },
    })
    const root = parser.parseFromString(svg, 'text/xml').documentElement
    if (root) return root
  } catch {
    // Reported below, like an empty drawing.
  }
  throw refused(message('export.noWellFormedSvg'))
}

function check(element: Element): void {
  const name = element.localName ?? element.nodeName
  if (element.namespaceURI !== namespace || !elements.has(name))
    throw refused(message('export.holdsElement', { name }))
  for (const { localName, nodeName, value } of Array.from(element.attributes)) {
    const attribute = (localName ?? nodeName).toLowerCase()
    if (attribute.startsWith('on')) throw refused(message('export.holdsAttribute', { nodeName }))
    if (attribute === 'href' && !reference.test(value) && !(name === 'image' && picture.test(value)))
      throw refused(message('export.refersSomethingOutside'))
    if (attribute !== 'href' && pointsOutside(nodeName, value))
      throw refused(message('export.refersSomethingOutside'))
  }
}

/** True if an attribute may refer outside the drawing. `url(#…)` is inside it; an escape could hide another form. */
function pointsOutside(nodeName: string, value: string): boolean {
  return (
    nodeName.toLowerCase() === 'xml:base' ||
    /(?:image-set|src)\s*\(/i.test(value) ||
    /\\|@import|expression\s*\(|javascript:/i.test(value) ||
    /url\(\s*(?!["']?#[\w-]+["']?\s*\))/i.test(value)
  )
}

const refused = (why: Message): Failure<'rejected'> =>
  rejected(joinMessages([message('export.figureCannotSavedPdf'), why]), [{ field: 'svg', message: why }])
