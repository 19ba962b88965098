import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { breakLine } from '../../../figures/frame/lines.ts'
import { encodeTiff, isTooLarge, maxDpi, toPixels, withDensity } from './figureFile.ts'
import { defaultFigureChoice, presetOf } from './figureSaving.ts'
import { breakEntry, pageSize } from './fitFigure.ts'

/** The smallest PNG: one white pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
  'base64',
)

describe('the dots per inch of a picture', () => {
  it('are in a chunk right after the header, with its checksum', () => {
    const dense = Buffer.from(withDensity(png, 300))
    expect(dense.length).toBe(png.length + 21)
    expect(dense.subarray(0, 33)).toEqual(png.subarray(0, 33))
    expect(dense.readUInt32BE(33)).toBe(9)
    expect(dense.subarray(37, 41).toString()).toBe('pHYs')
    expect([dense.readUInt32BE(41), dense.readUInt32BE(45), dense[49]]).toEqual([11811, 11811, 1])
    // The CRC that zlib computes for the chunk's name and nine bytes.
    expect(dense.readUInt32BE(50)).toBe(0x78a53f76)
    expect(dense.subarray(54)).toEqual(png.subarray(33))
  })
})

describe('a TIFF', () => {
  const pixels = new Uint8ClampedArray(3 * 2 * 4).map((_, at) => (at * 37) % 256)

  it.each([true, false])(
    'contains every pixel, its size and its dots per inch; opaque: %s',
    async (isOpaque) => {
      const file = Buffer.from(await encodeTiff({ pixels, width: 3, height: 2, dpi: 600, isOpaque }))
      expect([file.toString('latin1', 0, 2), file.readUInt16LE(2)]).toEqual(['II', 42])
      const directory = file.readUInt32LE(4)
      const tags = new Map(
        Array.from({ length: file.readUInt16LE(directory) }, (_, index) => {
          const at = directory + 2 + index * 12
          return [file.readUInt16LE(at), file.readUInt32LE(at + 8)] as const
        }),
      )
      expect([...tags.keys()]).toEqual([...tags.keys()].toSorted((a, b) => a - b))
      const tag = (number: number): number => tags.get(number) ?? Number.NaN
      expect([tag(256), tag(257), tag(277), tag(296)]).toEqual([3, 2, isOpaque ? 3 : 4, 2])
      for (const resolution of [282, 283])
        expect([file.readUInt32LE(tag(resolution)), file.readUInt32LE(tag(resolution) + 4)]).toEqual([600, 1])
      const strip = inflateSync(file.subarray(tag(273), tag(273) + tag(279)))
      const expected = [...pixels].filter((_, at) => !isOpaque || at % 4 !== 3)
      expect([...strip]).toEqual(expected)
    },
  )
})

describe('the page of a figure', () => {
  it('has its paper size in pixels at 96 per inch, and fewer with larger text', () => {
    expect(pageSize({ widthMm: 25.4, heightMm: 50.8, lettersPt: 8.25 })).toEqual({
      widthPx: 96,
      heightPx: 192,
    })
    expect(pageSize({ widthMm: 25.4, heightMm: 50.8, lettersPt: 16.5 })).toEqual({
      widthPx: 48,
      heightPx: 96,
    })
  })

  it('has the pixels of its size at the chosen resolution', () => {
    const page = { widthMm: 85, heightMm: 60, lettersPt: 7 }
    expect(toPixels(page, 600)).toMatchObject({ widthPx: 2008, heightPx: 1417 })
    expect(toPixels(page, 600).scale * pageSize(page).widthPx).toBeCloseTo((85 / 25.4) * 600)
  })

  it('is rejected if it has more pixels than a canvas allows, and accepted at the maximum resolution', () => {
    for (const page of [
      { widthMm: 1200, heightMm: 40, lettersPt: 8 },
      { widthMm: 400, heightMm: 400, lettersPt: 8 },
    ]) {
      expect(isTooLarge(toPixels(page, 1200))).toBe(true)
      expect(isTooLarge(toPixels(page, maxDpi(page)))).toBe(false)
      expect(isTooLarge(toPixels(page, maxDpi(page) + 5))).toBe(true)
    }
  })

  it('is named after its preset, or null for a custom size', () => {
    expect(presetOf(defaultFigureChoice)).toBe('columns')
    expect(presetOf({ ...defaultFigureChoice, widthMm: 254, heightMm: 143, lettersPt: 12 })).toBe('slide')
    expect(presetOf({ ...defaultFigureChoice, widthMm: 254, heightMm: 100, lettersPt: 12 })).toBeNull()
    expect(presetOf({ ...defaultFigureChoice, widthMm: 86 })).toBeNull()
  })
})

describe('a line of a figure', () => {
  const measure = (text: string) => text.length
  it('breaks between words or within a long word, and loses no character', () => {
    expect(breakLine('one two three', 7, measure)).toEqual(['one two', 'three'])
    expect(breakLine('at http://127.0.0.1:1 now', 8, measure)).toEqual([
      'at',
      'http://1',
      '27.0.0.1',
      ':1 now',
    ])
    expect(breakLine('short', 8, measure)).toEqual(['short'])
    expect(breakLine('', 8, measure)).toEqual([''])
  })

  it('of a legend continues in notes, and a scale moves below its name', () => {
    const scale = { kind: 'scale' as const, label: 'Pathway activity', stops: [], ticks: [] }
    expect(breakEntry(scale, 200, measure)).toEqual([scale])
    expect(breakEntry(scale, 170, measure)).toEqual([
      { kind: 'note', label: 'Pathway activity' },
      { ...scale, label: '' },
    ])
    const swatch = { kind: 'swatch' as const, label: 'treated with much', colour: '#000' }
    expect(breakEntry(swatch, 26, measure)).toEqual([
      { ...swatch, label: 'treated' },
      { kind: 'note', label: 'with' },
      { kind: 'note', label: 'much' },
    ])
  })
})
