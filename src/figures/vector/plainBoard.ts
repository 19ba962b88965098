import { Encodings, Font, FontNames } from '@pdf-lib/standard-fonts'
import { DOMImplementation, XMLSerializer } from '@xmldom/xmldom'
import type { DrawingBoard, Ruler } from '../frame/drawing.ts'
import { parseFont } from './vectorFigure.ts'

/** Creates a board for a process without a page. It cannot create images. */
export function createPlainBoard(): DrawingBoard {
  const made = new DOMImplementation().createDocument('http://www.w3.org/2000/svg', 'svg', null)
  const writer = new XMLSerializer()
  return {
    // It implements only the parts of a document that drawing needs.
    document: made as unknown as Document,
    ruler: createRuler(),
    serialize: (root) =>
      writer.serializeToString(root as unknown as Parameters<typeof writer.serializeToString>[0]),
    surface: 'shapes',
  }
}

/** Widths as shares of the font size. */
const unknownWidth = 0.556
const wideWidth = 1
/** Math signs that the font has but the encoding of the width table lacks. */
const ofNumbers: Readonly<Record<string, number>> = { '−': 0.584, '≤': 0.549, '≥': 0.549 }
/** Characters that are as wide as high: East Asian scripts and punctuation, full-width letters, emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Measures text in Helvetica, whose widths equal Arial's. Unknown characters are as wide as a digit. */
export function createRuler(): Ruler {
  const widths = { normal: createWidths(FontNames.Helvetica), bold: createWidths(FontNames.HelveticaBold) }
  return {
    font: '12px sans-serif',
    measureText(text) {
      const { sizePx, weight } = parseFont(this.font)
      const widthOf = weight === 'bold' || Number(weight) >= 600 ? widths.bold : widths.normal
      let width = 0
      // A hidden label is not a string, but a canvas measures it anyway.
      for (const sign of String(text)) width += widthOf(sign)
      return { width: width * sizePx }
    },
  }
}

function createWidths(name: FontNames): (sign: string) => number {
  const font = Font.load(name)
  const known = new Map<string, number>()
  const find = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0
    if (!Encodings.WinAnsi.canEncodeUnicodeCodePoint(code))
      return ofNumbers[sign] ?? (wide.test(sign) ? wideWidth : unknownWidth)
    const width = font.getWidthOfGlyph(Encodings.WinAnsi.encodeUnicodeCodePoint(code).name)
    return typeof width === 'number' ? width / 1000 : unknownWidth
  }
  return (sign) => {
    const width = known.get(sign) ?? find(sign)
    known.set(sign, width)
    return width
  }
}
