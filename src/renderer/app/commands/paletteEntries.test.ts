import { expect, it } from 'vitest'
import { type PaletteEntry, rankEntries } from './paletteEntries.ts'

const entry = (group: PaletteEntry['group'], name: string, match?: PaletteEntry['match']): PaletteEntry => ({
  group,
  names: [name],
  action: { id: name, label: name },
  ...(match && { match }),
})
const ranked = (entries: PaletteEntry[], text: string) =>
  rankEntries(entries, text, (group) => group).map(({ group, actions }) => [
    group,
    ...actions.map(({ label }) => label),
  ])

it('puts the group with the best match first, and entries that are always offered last', () => {
  const entries = [
    entry('drugs', 'Mapracorat', 'elsewhere'),
    entry('drugs', 'Search drugs', 'always'),
    entry('views', 'Heatmap'),
    entry('settings', 'Colors of the heatmap'),
    entry('commands', 'Quit'),
  ]
  expect(ranked(entries, 'HEATMAP')).toEqual([
    ['views', 'Heatmap'],
    ['drugs', 'Mapracorat', 'Search drugs'],
    ['settings', 'Colors of the heatmap'],
  ])
  expect(ranked([entries[1]!, entries[4]!], 'rapa')).toEqual([['drugs', 'Search drugs']])
  expect(ranked([entries[1]!, entries[4]!], 'it')).toEqual([
    ['commands', 'Quit'],
    ['drugs', 'Search drugs'],
  ])
})

it('keeps the order of groups with equal matches', () => {
  expect(ranked([entry('commands', 'Liver'), entry('studies', 'Liver', 'whole')], 'liver')).toEqual([
    ['studies', 'Liver'],
    ['commands', 'Liver'],
  ])
})
