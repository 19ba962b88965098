import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { usePageState } from '../../ui/pageState.ts'

/** The settings of a view in its address, besides the selection: its test, groups and drawing options. */
export type ViewSearch = Readonly<Record<string, unknown>>

export const exploreViews = [
  { id: 'heatmap', to: '/study/$studyId/explore/heatmap' },
  { id: 'pca', to: '/study/$studyId/explore/pca' },
  { id: 'groups', to: '/study/$studyId/explore/groups' },
  { id: 'clock', to: '/study/$studyId/explore/clock' },
  { id: 'table', to: '/study/$studyId/explore/table' },
] as const
type ExploreView = (typeof exploreViews)[number]

/**
 * `front`: the path of the current result view, null outside the results. `last`: the last settings of each view, by
 * path. `explored`: the last Explore view, by study.
 */
type Views = {
  front: string | null
  last: ReadonlyMap<string, ViewSearch>
  explored: ReadonlyMap<string, ExploreView>
}

export const noViews: Views = { front: null, last: new Map(), explored: new Map() }

export const createViews = () => createStore<Views>()(() => noViews)

/** Returns the current Explore view, or the last one of this study. */
export function useExploreView(studyId: string): ExploreView['to'] {
  const views = usePageState().get(createViews)
  const { explored } = useStore(views)
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const front = exploreViews.find(({ to }) => to === path)
  useEffect(() => {
    if (front && explored.get(studyId) !== front)
      views.setState({ explored: new Map([...explored, [studyId, front]]) })
  }, [views, explored, studyId, front])
  return (front ?? explored.get(studyId) ?? exploreViews[0]).to
}
