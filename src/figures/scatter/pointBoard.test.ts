import { describe, expect, it } from 'vitest'
import type { PointShape } from '../data.ts'
import { insideShape } from '../style/pointShapes.ts'
import { blendStamp, createStamp, type PixelBoard } from './pointBoard.ts'

const board = (side: number): PixelBoard => ({
  pixels: new Uint8ClampedArray(side * side * 4),
  widthPx: side,
  heightPx: side,
})
const at = ({ pixels, widthPx }: PixelBoard, x: number, y: number): number[] =>
  Array.from(pixels.slice((y * widthPx + x) * 4, (y * widthPx + x) * 4 + 4))

describe('points as pixels', () => {
  it('are painted at their position in their color', () => {
    const pixels = board(9)
    blendStamp(pixels, createStamp('rect', '#0072b2', 2, 1), 4.5, 4.5)
    expect(at(pixels, 4, 4)).toEqual([0, 0x72, 0xb2, 255])
    expect(at(pixels, 0, 0)[3]).toBe(0)
  })

  it('are translucent: where two overlap, both colors show and less of the background', () => {
    const pixels = board(9)
    blendStamp(pixels, createStamp('circle', '#ff0000', 2, 0.5), 4.5, 4.5)
    const once = at(pixels, 4, 4)
    blendStamp(pixels, createStamp('circle', '#0000ff', 2, 0.5), 4.5, 4.5)
    const twice = at(pixels, 4, 4)
    expect(once).toEqual([255, 0, 0, 128])
    expect(twice[2]).toBeGreaterThan(twice[0]!)
    expect(twice[0]).toBeGreaterThan(50)
    expect(twice[3]).toBeCloseTo(192, -1)
  })

  it('are clipped at the edge and do not wrap around', () => {
    const pixels = board(8)
    const stamp = createStamp('circle', '#000000', 3, 1)
    for (const [x, y] of [
      [-1, 4],
      [8.5, 4],
      [4, -20],
      [4, 8],
    ] as const)
      blendStamp(pixels, stamp, x, y)
    expect(at(pixels, 0, 4)[3]).toBeGreaterThan(0)
    expect(at(pixels, 7, 0)[3]).toBe(0)
    expect(at(pixels, 0, 0)[3]).toBe(0)
  })

  it('differ in shape, not only in color', () => {
    const shapes: PointShape[] = [
      'circle',
      'triangle',
      'rect',
      'rectRot',
      'triangleDown',
      'cross',
      'crossRot',
    ]
    const covers = shapes.map((shape) => {
      const { dx, dy, cover } = createStamp(shape, '#000000', 4, 1)
      return [...dx].map((x, pixel) => `${x},${dy[pixel]}:${cover[pixel]}`).join(' ')
    })
    expect(new Set(covers).size).toBe(covers.length)
    expect(insideShape('triangle', 0, -0.9)).toBe(true)
    expect(insideShape('triangleDown', 0, -0.9)).toBe(false)
  })
})
