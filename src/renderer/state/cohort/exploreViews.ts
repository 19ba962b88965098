import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { usePageState } from '../../ui/pageState.ts'
import { createCohort, exploreViews } from './cohort.ts'

/** The view of Explore that is in front, or was when this study was explored last. */
export function useExploreView(studyId: string): (typeof exploreViews)[number]['to'] {
  const { views } = usePageState().get(createCohort)
  const { explored } = useStore(views)
  const path = useMatches({ select: (matches) => matches.at(-1)?.fullPath })
  const front = exploreViews.find(({ to }) => to === path)
  useEffect(() => {
    if (front && explored.get(studyId) !== front)
      views.setState({ explored: new Map([...explored, [studyId, front]]) })
  }, [views, explored, studyId, front])
  return (front ?? explored.get(studyId) ?? exploreViews[0]).to
}
