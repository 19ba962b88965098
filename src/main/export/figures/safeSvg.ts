import { DOMParser, type Element } from '@xmldom/xmldom'
import { type Failure, rejected } from '../../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'

/** What figures are drawn with. No script, no page inside of the drawing, no style sheet, no link. */
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

/**
 * Looks at a drawing that is to leave the app: one that could run, load or link to something is refused with `rejected`,
 * as is what is no well-formed drawing. Gives its description, as one text.
 */
export function readSafeSvg(svg: string): { summary: string } {
  const root = parse(svg)
  const all = [root, ...Array.from(root.getElementsByTagName('*'))]
  for (const element of all) check(element)
  const description = all.find(({ localName }) => localName === 'desc')
  return { summary: description?.textContent ?? '' }
}

function parse(svg: string): Element {
  // Entities can hide what they stand for, or grow without end; a drawing of ours has none.
  if (/<!DOCTYPE|<!ENTITY|<\?(?!xml\s)/i.test(svg)) throw refused(message`It declares a document type.`)
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') throw new Error(message)
      },
    })
    const root = parser.parseFromString(svg, 'text/xml').documentElement
    if (root) return root
  } catch {
    // Reported below, as what is empty.
  }
  throw refused(message`It is no well-formed SVG.`)
}

function check(element: Element): void {
  const name = element.localName ?? element.nodeName
  if (element.namespaceURI !== namespace || !elements.has(name))
    throw refused(message`It holds the element “${name}”.`)
  for (const { localName, nodeName, value } of Array.from(element.attributes)) {
    const attribute = (localName ?? nodeName).toLowerCase()
    if (attribute.startsWith('on')) throw refused(message`It holds the attribute “${nodeName}”.`)
    if (attribute === 'href' && !reference.test(value) && !(name === 'image' && picture.test(value)))
      throw refused(message`It refers to something outside of itself.`)
    if (attribute !== 'href' && pointsOutside(nodeName, value))
      throw refused(message`It refers to something outside of itself.`)
  }
}

/** Paints and clips name parts of the drawing: `url(#…)`; an escaped letter could hide another form. */
function pointsOutside(nodeName: string, value: string): boolean {
  return (
    nodeName.toLowerCase() === 'xml:base' ||
    /(?:image-set|src)\s*\(/i.test(value) ||
    /\\|@import|expression\s*\(|javascript:/i.test(value) ||
    /url\(\s*(?!["']?#[\w-]+["']?\s*\))/i.test(value)
  )
}

const refused = (why: Message): Failure<'rejected'> =>
  rejected(joinMessages([message`This figure cannot be saved as PDF.`, why]), [
    { field: 'svg', message: why },
  ])
