import type { Kind } from '../../figures/drawing.ts'
import type { Figure } from '../../figures/figure.ts'
import { type LegendItem, scaleBarPx } from '../../figures/legend.ts'
import { figureTheme } from '../../figures/theme.ts'
import { contextOf } from './pageFigure.ts'

type Measure = (text: string) => number

/** How wide a text is in letters of this size, as figures are written. */
export function measureIn(sizePx: number): Measure {
  const ruler = contextOf(document.createElement('canvas'))
  ruler.font = `${sizePx}px ${figureTheme.fontFamily}`
  return (text) => ruler.measureText(text).width
}

/** Lines of at most `maxWidthPx`, between words where that can be; no sign is lost. */
export function breakLine(text: string, maxWidthPx: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const extended = line === '' ? word : `${line} ${word}`
    if (measure(extended) <= maxWidthPx) {
      line = extended
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (measure(line) > maxWidthPx && line.length > 1) {
      const length = longestPrefixLength(line, maxWidthPx, measure)
      lines.push(line.slice(0, length))
      line = line.slice(length)
    }
  }
  return [...lines, line]
}

function longestPrefixLength(word: string, maxWidthPx: number, measure: Measure): number {
  let length = 1
  while (length < word.length && measure(word.slice(0, length + 1)) <= maxWidthPx) length += 1
  return length
}

const markPx = 18

/** An entry of a legend that is too long goes on in notes; a scale stands below its name. */
export function breakEntry(item: LegendItem, maxWidthPx: number, measure: Measure): LegendItem[] {
  const note = (label: string): LegendItem => ({ kind: 'note', label })
  if (item.kind === 'scale') {
    if (measure(item.label) + 6 + scaleBarPx <= maxWidthPx) return [item]
    return [...breakLine(item.label, maxWidthPx, measure).map(note), { ...item, label: '' }]
  }
  const availablePx = item.kind === 'note' || item.kind === 'sizes' ? maxWidthPx : maxWidthPx - markPx
  const [first = '', ...rest] = breakLine(item.label, availablePx, measure)
  return [{ ...item, label: first }, ...rest.map(note)]
}

/** What ticks and the other axis take of the length of an axis, about. */
const otherAxisPx = 64

type Titled = Record<string, { title?: { text?: string | string[] } }>

/** Titles of axes that are longer than their axis go on in another line. */
export function breakTitles<K extends Kind>(
  drawing: Figure<K>['drawing'],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Figure<K>['drawing'] {
  const measure = measureIn(11)
  const breakText = (id: string, text: string | string[]): string[] => {
    const maxWidthPx = (id.startsWith('y') ? heightPx : widthPx) - otherAxisPx
    return [text].flat().flatMap((line) => breakLine(line, maxWidthPx, measure))
  }
  return {
    ...drawing,
    draw(theme) {
      const drawn = drawing.draw(theme)
      const options = drawn.options as object
      const originalScales = 'scales' in options ? (options.scales as Titled) : {}
      const scales = Object.entries(originalScales).map(([id, scale]) => {
        const text = scale.title?.text
        return [id, text ? { ...scale, title: { ...scale.title, text: breakText(id, text) } } : scale]
      })
      const wrapped = { ...options, scales: Object.fromEntries(scales) }
      return { data: drawn.data, options: wrapped as typeof drawn.options }
    },
  }
}
