import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoxChartProps, SlopesChartProps } from '../../../../figures/spec.ts'
import { stylesOfField } from '../../../../figures/style/groupStyles.ts'
import type { ClockPlot, Covariate } from '../../../../shared/domain/results/cohort.ts'
import { describeAgeMeasure } from '../../../../shared/domain/results/describeClock.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import { describeResult } from '../../../../shared/domain/results/describeComparison.ts'
import { controlLast, findControl } from '../../../../shared/domain/studies/suggestions.ts'
import { useCall } from '../../../client/call.ts'
import { useCovariateColumns } from '../../../client/useValues.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useSuggestedTest } from '../../../state/cohort/useSuggestedTest.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { canGroup, toAgeValues, toGroups, toPairs } from '../chartData.ts'
import { type Drawable, type FigureView, toDefinition } from './figureView.tsx'

/**
 * Returns age acceleration, or its residual, by a named field or the group field of the study. `hasGroups`: true if
 * there are at least two groups; undefined while loading. `pair`: '' for no pairs; null for more than two groups,
 * which cannot be paired.
 */
export function useAgeFigures(plot: ClockPlot, shown: FigureView) {
  const { t } = useTranslation('explore')
  const translate = useTranslator()
  const { of, chartView } = shown
  const { ageMeasure: measure } = chartView
  const { design, covariates = none } = useStudyDesign()
  const fields = covariates.filter((one) => canGroup(one) && one.distinct > 1)
  const field = fieldOf(fields, chartView.by, design?.groupBy ?? null)
  const ages = useMemo(() => toAgeValues(plot.points, measure), [plot, measure])
  const used = [field?.name, design?.pairBy, chartView.pair].filter((one) =>
    covariates.some(({ name }) => name === one),
  )
  const {
    columns,
    isPending,
    failure: noFields,
  } = useCovariateColumns(
    useMemo(() => ({ samples: plot.points }), [plot]),
    field ? [...new Set(used.filter((name) => typeof name === 'string'))] : [],
  )
  const texts = field && columns.get(field.name)
  const by = field?.name ?? ''
  const styles = useMemo(() => design && stylesOfField(by, design, covariates), [by, design, covariates])
  const boxes = useMemo(
    () =>
      texts && styles
        ? toGroups(ages, texts, [...styles.keys()], '').filter(({ name }) => styles.has(name))
        : [],
    [ages, texts, styles],
  )
  const boxNames = boxes.map(({ name }) => name)
  const control = by === design?.groupBy ? design.control : findControl(boxNames)
  const names = controlLast(boxNames, control)
  const canPair = names.length === 2
  const groups = { by, values: names }
  const { suggestion, ...suggesting } = useSuggestedTest(
    of,
    names.length > 1 ? groups : null,
    design && design.pairBy,
  )
  const pair = (canPair ? chartView.pair : null) ?? suggestion?.how.pairBy ?? ''
  const hasRepeated = (suggestion?.pairing?.repeated ?? 0) > 0
  const averaged = pair === '' && hasRepeated ? (design?.pairBy ?? null) : null
  const answer = useCall(
    'results.compareClock',
    {
      of,
      measure,
      groups,
      ...(pair ? { test: 'paired', pairBy: pair } : canPair ? {} : { test: 'welch-anova' }),
      ...(averaged === null ? {} : { replicatesBy: averaged }),
      ...(plot.predicted ? { predicted: plot.predicted } : {}),
      ...(plot.chronological ? { chronological: plot.chronological } : {}),
    },
    { enabled: suggestion !== undefined },
  )
  const pairTexts = columns.get(pair)
  const paired = useMemo(() => {
    const [first, second] = boxes.map(({ name }) => name)
    const isPaired = canPair && texts && pairTexts && first !== undefined && second !== undefined
    return isPaired
      ? { pairs: toPairs(ages, texts, pairTexts, [first, second]), names: [first, second] as const }
      : null
  }, [ages, boxes, canPair, texts, pairTexts])
  const comparison = answer.data
  const figure = comparison && {
    valueTitle: translate(describeAgeMeasure(comparison.measure)),
    fileName: t(`ages.figures.${comparison.measure}`),
    source: translate(describeSource(comparison)),
    note: comparison.rows.flatMap((row) => describeResult(comparison, row).map(translate)),
  }
  const chosen = { by: field?.name ?? null, pair }
  const drawnBoxes: Drawable<BoxChartProps> | null = figure
    ? {
        ...figure,
        groups: boxes,
        styles,
        pointWord: t('term.sample'),
        summary: t('ages.summary', {
          measure: figure.fileName,
          count: boxes.reduce((sum, { values }) => sum + values.length, 0),
          groups: boxes.length,
        }),
        definition: toDefinition('ages', shown, chosen),
      }
    : null
  const slopes: Drawable<SlopesChartProps> | null =
    figure && paired && paired.pairs.length > 0
      ? {
          ...figure,
          ...paired,
          pairWord: t('groups.pairWord'),
          summary: t('groups.slopes', {
            pathway: figure.fileName,
            count: paired.pairs.length,
            first: paired.names[0],
            second: paired.names[1],
          }),
          definition: toDefinition('agePairs', shown, chosen),
        }
      : null
  return {
    fields,
    covariates,
    field,
    pair: canPair ? pair : null,
    /** The field whose equal values within a group are averaged and count once. */
    averaged,
    comparison,
    boxes: drawnBoxes,
    slopes,
    hasGroups: names.length > 1 ? true : texts ? false : undefined,
    isFormer: answer.isPreviousData,
    loading: answer.loading,
    /** True once everything that the figures need is loaded. */
    isReady:
      design !== undefined && !isPending && !answer.loading && (names.length < 2 || suggestion !== undefined),
    failure: noFields ?? suggesting.failure ?? answer.failure,
    retry: () => (suggesting.failure ? suggesting.retry() : void answer.refetch()),
  }
}

const none: readonly Covariate[] = []

/** Returns the named field; else the group field of the study, or the first field with categories. */
const fieldOf = (
  fields: readonly Covariate[],
  by: string | null,
  groupBy: string | null,
): Covariate | undefined =>
  fields.find(({ name }) => name === (by ?? groupBy)) ?? fields.find(({ kind }) => kind === 'categories')
