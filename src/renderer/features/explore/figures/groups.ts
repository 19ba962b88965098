import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoxChartProps, SlopesChartProps } from '../../../../figures/spec.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { useCall } from '../../../client/useCall.ts'
import { useCovariateColumns, useValues } from '../../../client/useValues.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useTranslator } from '../../../ui/text/TranslatedMessage.tsx'
import { canGroup, placeOf, toGroupNames, toGroups, toPairs } from '../chartData.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.ts'

export type GroupFigures = ReturnType<typeof useGroupFigures>

/**
 * One pathway by the values of a field: boxes, and slopes of pairs where a field makes them. Where nobody chose, it is the first
 * pathway by group. `why` there is nothing to draw though there are values; `strangers`: fields that are not there.
 */
export function useGroupFigures(shown: FigureView) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { of, measure, view, study, chartView } = shown
  const known = useCall('results.values', { measure, of, limit: 1 })
  const pathways = known.data?.pathways ?? []
  const pathway = chartView.pathway ?? pathways[0] ?? null
  const values = useValues(
    { measure, of, view, pathways: pathway === null ? [] : [pathway] },
    { enabled: pathway !== null },
  )
  const table = values.data
  const covariates = useCall('results.covariates', { of: study }).data
  const options = useMemo(() => (covariates ?? []).filter(canGroup), [covariates])
  const by = chartView.by ?? options.find(({ name }) => name === 'group')?.name ?? options[0]?.name ?? ''
  const pair = chartView.pair ?? ''
  const used = [by, pair].filter((name) => name !== '')
  const { columns, isPending, failure: noFields } = useCovariateColumns(table, used)
  const strangers = covariates ? used.filter((name) => covariates.every((one) => one.name !== name)) : []
  const hasMany = covariates?.some((one) => one.name === by && !canGroup(one)) ?? false
  const drawn = table?.pathways[0]
  const why =
    table && drawn === undefined
      ? ('noPathway' as const)
      : hasMany
        ? ('tooMany' as const)
        : strangers.includes(by)
          ? ('noField' as const)
          : null
  const title = useValueTitle(measure, view.kind)
  const field = options.find(({ name }) => name === by)
  const names = useMemo(() => toGroupNames(field), [field])
  const texts = columns.get(by)
  const pairTexts = strangers.includes(pair) ? undefined : columns.get(pair)
  const groups = useMemo(
    () => (table ? toGroups(table, texts ?? [], names, t('none')) : []),
    [table, texts, names, t],
  )
  const [first, second] = groups.filter(({ name }) => names.includes(name)).map(({ name }) => name)
  const pairs = useMemo(
    () =>
      table && texts && pairTexts && first !== undefined && second !== undefined
        ? toPairs(table, texts, pairTexts, [first, second])
        : null,
    [table, texts, pairTexts, first, second],
  )
  const chosen = { pathway: drawn ?? null, by }
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
    groupNames: names,
    field: placeOf(by, covariates ?? []),
    pointWord: t('sample'),
    summary: t('groups.summary', {
      pathway: drawn,
      count: table?.totalSamples ?? 0,
      groups: groups.length,
    }),
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
    strangers,
    why,
    noFields,
    boxes,
    slopes,
    isNone: known.data?.totalSamples === 0,
    withoutResult: known.data?.withoutResult ?? 0,
    isFormer: values.loading,
    loading: known.loading || values.loading,
    /** Whether all that the figures need is there. */
    isReady: !known.loading && !values.loading && !isPending && covariates !== undefined,
    failure: known.failure ?? values.failure,
    retry: () => void Promise.all([known.refetch(), values.refetch()]),
  }
}
