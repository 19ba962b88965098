import { useMemo } from 'react'
import { type GroupStyles, stylesByName, stylesOfField } from '../../../figures/style/groupStyles.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import type { Request } from './request.ts'

/** What the groups of a comparison look like, in their order: as everywhere in the study; by hand as they were made. */
export function useComparedStyles(groups: Request['groups']): GroupStyles {
  const { design, covariates } = useStudyDesign()
  // By field and names: the address gives new groups each time that anything of it changes, and charts are drawn of these.
  const by = 'by' in groups ? groups.by : null
  const namesKey = 'sets' in groups ? JSON.stringify(groups.sets.map(({ name }) => name)) : '[]'
  return useMemo(
    () =>
      by === null
        ? stylesByName(JSON.parse(namesKey))
        : design
          ? stylesOfField(by, design, covariates)
          : new Map(),
    [by, namesKey, design, covariates],
  )
}
