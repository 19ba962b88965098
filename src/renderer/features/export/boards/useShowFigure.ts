import { useNavigate } from '@tanstack/react-router'
import type { BoardFigure, FigureDefinition } from '../../../../shared/domain/studies/board.ts'
import { createCohort } from '../../../state/cohort/cohort.ts'
import { useStudyId } from '../../../state/currentStudy.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { usePageState } from '../../../ui/pageState.ts'

const exploredIn: Partial<Record<BoardFigure, 'heatmap' | 'pca' | 'groups' | 'clock'>> = {
  heatmap: 'heatmap',
  pca: 'pca',
  groups: 'groups',
  groupPairs: 'groups',
  clock: 'clock',
  ages: 'clock',
  agePairs: 'clock',
}

export function useShowFigure(): (definition: FigureDefinition) => void {
  const navigate = useNavigate()
  const params = { studyId: useStudyId() }
  const cohort = usePageState().get(createCohort)
  return ({ figure, of, measure, view, search }) => {
    const explored = exploredIn[figure]
    // A comparison has no setting for the kind of values.
    const shown = explored ? view : null
    const selection = cohort.toSearch({ of, measure, view: shown, selectedIds: new Set() })
    if (explored)
      void navigate({
        to: `/study/$studyId/explore/${explored}`,
        params,
        search: { ...searchSchemas()['/study/$studyId/_cohort/explore'].parse(search), ...selection },
      })
    else
      void navigate({
        to: '/study/$studyId/compare',
        params,
        search: { ...searchSchemas()['/study/$studyId/_cohort/compare'].parse(search), ...selection },
      })
  }
}
