import { describe, expect, it } from 'vitest'
import { figureTheme } from '../frame/theme.ts'
import { rowCount, takeEnds, takeFrom, toLollipopData, toLollipopTargets } from './lollipops.ts'
import { rankBars } from './rankedBars.ts'

const ranked = (count: number) =>
  rankBars(
    Array.from({ length: count }, (_, index) => ({ label: `pathway ${index}`, value: index - count / 2 })),
  ).bars

describe('ranked lollipops', () => {
  it('are all shown while there are few', () => {
    const shown = takeEnds(ranked(3), 50)
    expect(shown).toMatchObject({ gapAfter: null, leftOut: 0 })
    expect(rowCount(shown)).toBe(3)
  })

  it('show both ends of 5,000 and the number in between', () => {
    const shown = takeEnds(ranked(5000), 50)
    expect(shown.bars).toHaveLength(50)
    expect(shown.leftOut).toBe(4950)
    expect(shown.bars[0]?.label).toBe('pathway 4999')
    expect(shown.bars.at(-1)?.label).toBe('pathway 0')
    const { labels, datasets } = toLollipopData(shown, ranked(5000), figureTheme, '… 4,950 between')
    expect(labels?.[25]).toBe('… 4,950 between')
    expect(datasets[0]?.data[25]).toBeNull()
  })

  it('can be paged from first to last', () => {
    expect(
      takeFrom(ranked(120), 100, 50)
        .bars.map(({ label }) => label)
        .at(-1),
    ).toBe('pathway 0')
  })

  it('have one keyboard position each, and the gap has none', () => {
    const targets = toLollipopTargets(takeEnds(ranked(5000), 50), 'Activity')
    expect(targets.count).toBe(50)
    expect(targets.next(24, 'ArrowDown')).toBe(25)
    expect(targets.describe(25).title).toBe('pathway 24')
  })

  it('count a value too large for an axis as not drawn', () => {
    expect(
      rankBars([
        { label: 'a', value: 1e308 },
        { label: 'b', value: 1 },
      ]),
    ).toMatchObject({ bars: [{ label: 'b' }], missing: ['a'] })
  })
})
