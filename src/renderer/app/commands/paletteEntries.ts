import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { byMatch, matchOf, type TextMatch, textMatches } from '../../../shared/domain/app/search.ts'

/** The order of groups whose best entries match equally well. */
const paletteGroups = [
  'studies',
  'samples',
  'pathways',
  'drugs',
  'views',
  'settings',
  'commands',
  'files',
  'profiles',
] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** An entry of the palette. `match`: set if the main process searched for it; otherwise its names are matched here. */
export type PaletteEntry = {
  group: PaletteGroup
  action: SpotlightActionData
  names: readonly string[]
  match?: TextMatch | 'always'
}

/** Returns the matching entries by group. Groups and their entries are sorted by their best match. */
export function rankEntries(
  entries: readonly PaletteEntry[],
  text: string,
  titleOf: (group: PaletteGroup) => string,
): SpotlightActionGroupData[] {
  const found = entries.flatMap(({ group, action, names, match: given }) => {
    const match = given ?? matchOf(text, names)
    return match === null ? [] : [{ group, action, match }]
  })
  return paletteGroups
    .flatMap((group) => {
      const own = found.filter((one) => one.group === group)
      // Entries that are always offered rank below every match.
      const sorted = [
        ...own
          .flatMap(({ action, match }) => (match === 'always' ? [] : [{ action, match }]))
          .toSorted(byMatch),
        ...own.filter(({ match }) => match === 'always'),
      ]
      const best = sorted[0]?.match
      if (best === undefined) return []
      const rank = best === 'always' ? textMatches.length : textMatches.indexOf(best)
      return [{ rank, group: titleOf(group), actions: sorted.map(({ action }) => action) }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ group, actions }) => ({ group, actions }))
}
