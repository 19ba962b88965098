import { describe, expect, it } from 'vitest'
import { createRuler } from './plainBoard.ts'

function measure(text: string, font = '10px Arial'): number {
  const ruler = createRuler()
  ruler.font = font
  return ruler.measureText(text).width
}

describe('the ruler without a page', () => {
  it('measures the widths of Helvetica', () => {
    expect(measure('A')).toBeCloseTo(6.67)
    expect(measure('n = 12')).toBeCloseTo(5.56 * 3 + 5.84 + 2.78 * 2)
    expect(measure('−1')).toBeCloseTo(5.84 + 5.56)
  })

  it('measures Chinese characters as square, and unknown characters as wide as a digit', () => {
    expect(measure('通路（个）')).toBeCloseTo(50)
    expect(measure('₁')).toBeCloseTo(5.56)
  })

  it('scales with the size and weight of the font', () => {
    expect(measure('A', '20px Arial')).toBeCloseTo(13.34)
    expect(measure('A', 'bold 10px Arial')).toBeCloseTo(7.22)
  })
})
