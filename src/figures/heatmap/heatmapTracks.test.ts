import { describe, expect, it } from 'vitest'
import { createTrackScale } from '../style/colours.ts'
import { stylesByName } from '../style/groupStyles.ts'
import { aggregateValue, buildTrack, trackColour } from './heatmap.ts'

const more = (count: number) => `${count} more`

describe('a track of a heatmap', () => {
  it('follows the order of the columns and has no color for a missing value', () => {
    const tissues = stylesByName(['liver', 'kidney'])
    const track = buildTrack(
      { name: 'Tissue', kind: 'categories', values: ['liver', null, 'kidney'], styles: tissues },
      [2, 1, 0],
      more,
    )
    expect(track.values).toEqual(['kidney', null, 'liver'])
    expect(trackColour(track, null)).toBeNull()
    expect(trackColour(track, 'liver')).toBe(tissues.get('liver')?.colour)
  })

  it('keeps the colors of all categories of the cohort', () => {
    const styles = stylesByName(['a', 'b', 'c'])
    const track = buildTrack({ name: 'Group', kind: 'categories', values: ['c'], styles }, [0], more)
    expect(trackColour(track, 'c')).toBe(styles.get('c')?.colour)
    expect(track.legend).toMatchObject([{ kind: 'set', label: 'Group', items: [{ label: 'c' }] }])
  })

  it('shares no color with another numeric track', () => {
    const scales = [0, 1, 2].map((place) => JSON.stringify(createTrackScale([0, 1], undefined, place).table))
    expect(new Set(scales).size).toBe(3)
  })

  it('treats non-numeric text as missing on a numeric track', () => {
    const track = buildTrack(
      { name: 'Age', kind: 'numbers', place: 0, values: ['20', 'unknown', ' ', '60'] },
      [0, 1, 2, 3],
      more,
    )
    expect(track.values.map((value) => trackColour(track, value) === null)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(track.legend[0]).toMatchObject({ kind: 'scale', ticks: ['20', '60'] })
  })

  it('lists a dozen categories and counts the rest', () => {
    const values = Array.from({ length: 20 }, (_, index) => `plate ${index}`)
    const track = { name: 'Plate', kind: 'categories' as const, values, styles: stylesByName(values) }
    const { legend } = buildTrack(track, [...values.keys()], more)
    const [set] = legend
    const labels = set?.kind === 'set' ? set.items.map(({ label }) => label) : []
    expect(labels).toHaveLength(13)
    expect(labels.at(-1)).toBe('8 more')
  })

  it('combines several samples to the most frequent category or the mean', () => {
    const tissue = buildTrack(
      { name: 'Tissue', kind: 'categories', values: ['a', 'b', 'b', null], styles: stylesByName(['a', 'b']) },
      [0, 1, 2, 3],
      more,
    )
    const age = buildTrack(
      { name: 'Age', kind: 'numbers', place: 0, values: ['20', '41', '42', null] },
      [0, 1, 2, 3],
      more,
    )
    expect(aggregateValue(tissue, 0, 3)).toBe('b')
    expect(aggregateValue(age, 0, 2)).toBe('34.3333')
    expect(aggregateValue(age, 3, 3)).toBeNull()
  })
})
