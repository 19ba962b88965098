import { describe, expect, it } from 'vitest'
import { type Anchor, labelHeightPx, placeLabels } from './scatterPainter.ts'

const area = { left: 0, right: 600, top: 0, bottom: 400 }
const measure = (text: string) => text.length * 6
const anchor = (label: string, weight: number, x: number, y: number): Anchor => ({
  label,
  weight,
  x,
  y,
  radiusPx: 4,
})

describe('names beside points', () => {
  it('never overlap each other or leave the chart, however dense the points are', () => {
    const anchors = Array.from({ length: 300 }, (_, index) =>
      anchor(`pathway ${index}`, index, 300 + 290 * Math.sin(index * 7.3), 200 + 190 * Math.cos(index * 3.1)),
    )
    const { labels, leftOut } = placeLabels(anchors, area, measure)
    expect(labels.length).toBeGreaterThan(10)
    expect(labels.length + leftOut).toBe(300)
    labels.forEach((one, index) => {
      expect(one.left).toBeGreaterThanOrEqual(0)
      expect(one.left + one.widthPx).toBeLessThanOrEqual(600)
      for (const other of labels.slice(index + 1)) {
        const apart =
          one.left + one.widthPx <= other.left ||
          other.left + other.widthPx <= one.left ||
          Math.abs(one.top - other.top) >= labelHeightPx
        expect(apart, `${one.label} and ${other.label}`).toBe(true)
      }
    })
  })

  it('go to the most extreme points first, and those without room are counted', () => {
    const crowd = Array.from({ length: 40 }, (_, index) => anchor(`p${index}`, index, 300, 200))
    const { labels, leftOut } = placeLabels(crowd, area, () => 200)
    expect(labels[0]?.label).toBe('p39')
    expect(leftOut).toBe(40 - labels.length)
    expect(leftOut).toBeGreaterThan(20)
  })

  it('are not placed for points outside the zoomed area', () => {
    expect(placeLabels([anchor('far', 9, 5000, 10)], area, measure)).toEqual({ labels: [], leftOut: 0 })
  })
})
