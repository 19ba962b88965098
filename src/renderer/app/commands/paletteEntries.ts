import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { byMatch, matchOf, type TextMatch, textMatches } from '../../../shared/domain/app/search.ts'

/** In the order in which groups stand whose best entries fit alike. */
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

/** Something that the palette leads to or does. `match`: where main has searched; else it is found by its names. */
export type PaletteEntry = {
  group: PaletteGroup
  action: SpotlightActionData
  names: readonly string[]
  match?: TextMatch | 'always'
}

/** Those that a text finds, in groups: that of the best fit first, and in each the best fit first. */
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
      // What is always offered is the last resort: it fits worse than whatever was found.
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
