import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoxChartProps, SlopesChartProps } from '../../../../figures/spec.ts'
import { type GroupStyles, stylesOfField } from '../../../../figures/style/groupStyles.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { findControl } from '../../../../shared/domain/studies/suggestions.ts'
import { useCall, useLargeResult } from '../../../client/call.ts'
import { useCovariateColumns, useValues } from '../../../client/useValues.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { canGroup, toGroups, toPairs } from '../chartData.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.tsx'

export type GroupFigures = ReturnType<typeof useGroupFigures>

/**
 * Returns one pathway by the values of a field as boxes, and pairs of samples as slopes. The defaults are the first
 * pathway and the group field of the study, or the first suitable field. `why`: the reason why nothing is drawn
 * although there are values; `unknownGroups`: chosen fields that do not exist.
 */
export function useGroupFigures(shown: FigureView) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { of, measure, view, chartView } = shown
  const known = useCall('results.values', { measure, of, limit: 1 })
  const pathways = known.data?.pathways ?? []
  const pathway = chartView.pathway ?? pathways[0] ?? null
  const values = useLargeResult(
    useValues(
      { measure, of, view, pathways: pathway === null ? [] : [pathway] },
      { enabled: pathway !== null },
    ),
  )
  const table = values.data
  const { design, covariates } = useStudyDesign()
  const options = useMemo(() => (covariates ?? []).filter(canGroup), [covariates])
  const byFirst = options.find(({ name }) => name === design?.groupBy) ?? options[0]
  const by = chartView.by ?? byFirst?.name ?? ''
  const byDesign = by === design?.groupBy ? design.pairBy : null
  const pair = chartView.pair ?? byDesign ?? ''
  const used = [by, pair].filter((name) => name !== '')
  const { columns, isPending, failure: noFields } = useCovariateColumns(table, used)
  const unknownGroups = covariates ? used.filter((name) => covariates.every((one) => one.name !== name)) : []
  const hasMany = covariates?.some((one) => one.name === by && !canGroup(one)) ?? false
  const drawn = table?.pathways[0]
  const why =
    table && drawn === undefined
      ? ('noPathway' as const)
      : hasMany
        ? ('tooMany' as const)
        : unknownGroups.includes(by)
          ? ('noField' as const)
          : null
  const title = useValueTitle(measure, view.kind)
  const styles = useMemo(
    (): GroupStyles => (design ? stylesOfField(by, design, covariates) : new Map()),
    [by, design, covariates],
  )
  const names = [...styles.keys()]
  const texts = columns.get(by)
  const pairTexts = unknownGroups.includes(pair) ? undefined : columns.get(pair)
  const groups = useMemo(
    () => (table ? toGroups(table, texts ?? [], [...styles.keys()], t('none')) : []),
    [table, texts, styles, t],
  )
  const [first, second] = groups.filter(({ name }) => styles.has(name)).map(({ name }) => name)
  const pairs = useMemo(
    () =>
      table && texts && pairTexts && first !== undefined && second !== undefined
        ? toPairs(table, texts, pairTexts, [first, second])
        : null,
    [table, texts, pairTexts, first, second],
  )
  const chosen = { pathway: drawn ?? null, by, ...(pair === '' ? {} : { pair }) }
  const figure =
    table && drawn !== undefined && why === null
      ? {
          valueTitle: t('groups.valueTitle', { pathway: drawn, title }),
          source: translate(describeSource(table)),
          fileName: `${drawn} ${table.measure}`,
        }
      : null
  const boxes: Drawable<BoxChartProps> | null = figure && {
    ...figure,
    groups,
    styles,
    pointWord: t('term.sample'),
    summary: t('groups.summary', { pathway: drawn, count: table?.totalSamples ?? 0, groups: groups.length }),
    definition: toDefinition('groups', shown, chosen),
  }
  const slopes: Drawable<SlopesChartProps> | null =
    figure && pairs && first !== undefined && second !== undefined
      ? {
          ...figure,
          pairs,
          names: [first, second],
          pairWord: t('groups.pairWord'),
          summary: t('groups.slopes', { pathway: drawn, count: pairs.length, first, second }),
          definition: toDefinition('groupPairs', shown, chosen),
        }
      : null
  return {
    pathways,
    pathway,
    table,
    options,
    covariates: covariates ?? [],
    by,
    pair,
    names,
    control: by === design?.groupBy ? design.control : findControl(names),
    unknownGroups,
    why,
    noFields,
    boxes,
    slopes,
    isNone: known.data?.totalSamples === 0,
    withoutResult: known.data?.withoutResult ?? 0,
    isFormer: values.loading,
    loading: known.loading || values.loading,
    /** True once everything that the figures need is loaded. */
    isReady: !known.loading && !values.loading && !isPending && covariates !== undefined,
    failure: known.failure ?? values.failure,
    retry: () => void Promise.all([known.refetch(), values.refetch()]),
  }
}
