import { DOMParser, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import { createFigureWords, drawSpec } from '../drawSpec.ts'
import type { FigureSpec } from '../spec.ts'
import { createPlainBoard } from '../vector/plainBoard.ts'

/** Draws a figure as the figures thread does. */
export const draw = (spec: FigureSpec, language: 'en' | 'zh-CN' = 'en'): string =>
  drawSpec(spec, createFigureWords(language), createPlainBoard())

/** Parses an SVG into its parts. Throws if it is not well-formed. */
export function read(svg: string) {
  const root = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
    svg,
    'image/svg+xml',
  ).documentElement
  const all = (name: string): Element[] => [...(root?.getElementsByTagName(name) ?? [])]
  const paths = all('path').map((path) => ({
    d: path.getAttribute('d') ?? '',
    fill: path.getAttribute('fill') ?? '',
    stroke: path.getAttribute('stroke') ?? '',
    isClip: path.parentNode?.nodeName === 'clipPath',
  }))
  return {
    root,
    texts: all('text').map(({ textContent }) => textContent ?? ''),
    labels: all('text').map((text) => ({
      text: text.textContent ?? '',
      font: `${text.getAttribute('font-weight')} ${text.getAttribute('font-size')} Arial`,
      widthPx: Number(text.getAttribute('textLength')),
    })),
    shapes: paths.filter(({ isClip }) => !isClip),
    names: [...svg.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name ?? ''),
    uses: [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, name]) => name ?? ''),
    /** The number of elements that could run code or fetch something. */
    foreign: ['script', 'image', 'foreignObject', 'use', 'a'].flatMap(all).length,
    of: (name: string) => all(name)[0]?.textContent,
  }
}
