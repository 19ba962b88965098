import { useMemo } from 'react'
import { type GroupStyles, stylesByName, stylesOfField } from '../../../figures/style/groupStyles.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import type { Request } from './request.ts'

/** What the groups of a comparison look like, in their order: as everywhere in the study; by hand as they were made. */
export function useComparedStyles(groups: Request['groups']): GroupStyles {
  const { design, covariates } = useStudyDesign()
  return useMemo(
    () =>
      'sets' in groups
        ? stylesByName(groups.sets.map(({ name }) => name))
        : design
          ? stylesOfField(groups.by, design, covariates)
          : new Map(),
    [groups, design, covariates],
  )
}
