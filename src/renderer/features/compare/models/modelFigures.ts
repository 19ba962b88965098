import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdjustedChartProps, ForestChartProps, ScatterChartProps } from '../../../../figures/spec.ts'
import { stylesOfField } from '../../../../figures/style/groupStyles.ts'
import { foundQ } from '../../../../shared/domain/results/comparison.ts'
import { describeSource } from '../../../../shared/domain/results/describeCohort.ts'
import type { ModelDiagnostics, ModelResult, ModelRow } from '../../../../shared/domain/results/model.ts'
import { formatEstimate, formatNamedP } from '../../../../shared/format/numbers.ts'
import { message } from '../../../../shared/words/message.ts'
import { useValueTitle } from '../../../state/cohort/titles.ts'
import { useStudyDesign } from '../../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../../ui/text/formats.tsx'
import { type Drawable, forestWords, notesOf } from '../figures.ts'
import type { ModelRequest, TitledContrast } from '../modelRequest.ts'
import type { CompareView } from '../view.ts'

/** A fitted model with its request and its display settings. `contrast`: the shown one, also in the view. */
export type Modeled = {
  model: ModelResult
  request: ModelRequest
  contrasts: readonly TitledContrast[]
  view: CompareView
  contrast: string
}

export function toModeled(of: Omit<Modeled, 'contrast'>): Modeled {
  const { model, view } = of
  const found = model.contrasts.find(({ name }) => name === view.contrast) ?? model.contrasts[0]
  const contrast = found?.name ?? ''
  return { ...of, contrast, view: { ...view, contrast } }
}

/** Returns a function that titles a contrast for readers, such as “treated − control, in F”. */
export function useContrastTitle(): (name: string, contrasts: readonly TitledContrast[]) => string {
  const { t } = useTranslation('compare')
  return (name, contrasts) => {
    const contrast = contrasts.find((one) => one.name === name)
    if (!contrast) return name
    const { groups, at } = contrast
    const effect = groups ? t('head.two', { first: groups[0], second: groups[1] }) : t('model.slope')
    if (at === null) return effect
    if ('levels' in at)
      return t('model.change', { effect, field: at.field, first: at.levels[0], second: at.levels[1] })
    return at.level === ''
      ? t('model.per', { effect, field: at.field })
      : t('model.at', { effect, level: at.level })
  }
}

/** Plots estimates in SD of each pathway, because all pathways share the axis. */
export function useModelForest({ model, contrast, contrasts, request }: Modeled): Drawable<ForestChartProps> {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const measure = useValueTitle(request.measure)
  const effect = useContrastTitle()(contrast, contrasts)
  const rows = useMemo(
    () =>
      model.rows
        .filter((row) => row.contrast === contrast)
        .map(({ pathway, estimate, ciLow, ciHigh, sd, p, q }) => {
          const inSd = (value: number | null) => (value === null || !sd ? null : value / sd)
          return {
            label: pathway,
            p,
            q,
            value: inSd(estimate) ?? Number.NaN,
            low: inSd(ciLow),
            high: inSd(ciHigh),
            isFound: q !== null && q < foundQ,
            notes: notesOf(estimate, measure, t),
          }
        }),
    [model, contrast, measure, t],
  )
  return {
    rows,
    note: [model.formula],
    valueTitle: t('model.inSd', { effect, measure: t(`model.measures.${request.measure}`) }),
    intervalWord: translate(message('comparison.ci')),
    ...forestWords(t),
    summary: t('model.forest', { count: rows.length, effect, formula: model.formula }),
    source: translate(describeSource(model)),
    fileName: `forest ${effect}`,
  }
}

/** The figures of one pathway, by their names on boards. `modelMeans`: only with an interaction. */
type ModelFigures = {
  modelEffect: Drawable<AdjustedChartProps>
  modelMeans: Drawable<AdjustedChartProps> | null
  modelResiduals: Drawable<ScatterChartProps>
  modelQq: Drawable<ScatterChartProps>
}

export function useModelFigures(
  modeled: Modeled,
  data: ModelDiagnostics | undefined,
  row: ModelRow | undefined,
): ModelFigures | null {
  const { model, request } = modeled
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const title = useValueTitle(request.measure)
  const { design, covariates } = useStudyDesign()
  const [predictor] = model.terms
  const by = model.interaction?.find((field) => field !== predictor?.field)
  const groupField = data?.means.some((mean) => mean.by !== null) ? by : predictor?.field
  const styles = useMemo(
    () => (design && groupField ? stylesOfField(groupField, design, covariates) : new Map()),
    [design, groupField, covariates],
  )
  return useMemo(() => {
    if (!data || !predictor) return null
    const { pathway } = data
    const figure = {
      note: [pathway, model.formula, ...(row ? describeRow(row) : [])],
      source: translate(describeSource(model)),
      pointWord: t('line.sample'),
    }
    const points = data.samples.map(({ sampleId, clientReference }, at) => ({
      id: sampleId,
      label: clientReference,
      at: data.at[at] ?? '',
      by: data.by[at] ?? null,
      value: data.partial[at] ?? Number.NaN,
    }))
    const levels = predictor.kind === 'factor' ? predictor.levels.map(({ value }) => value) : null
    const adjusted = {
      ...figure,
      means: data.means,
      levels,
      styles,
      xTitle: predictor.field,
      valueTitle: t('model.partial', { pathway, title }),
    }
    const ownStyles = design ? stylesOfField(predictor.field, design, covariates) : null
    const scatter = (xs: readonly number[], ys: readonly number[]) => ({
      ...figure,
      points: data.samples.map(({ sampleId, clientReference }, at) => ({
        id: sampleId,
        label: clientReference,
        x: xs[at] ?? null,
        y: ys[at] ?? null,
        ...(levels && { group: data.at[at] ?? null }),
      })),
      groups: levels ? levels.map((name) => ({ name, ...ownStyles?.get(name) })) : [],
    })
    return {
      modelEffect: {
        ...adjusted,
        points,
        summary: t('model.effectSummary', { pathway, field: predictor.field }),
        fileName: `${pathway} adjusted`,
      },
      modelMeans: data.means.some((mean) => mean.by !== null)
        ? {
            ...adjusted,
            points: [],
            summary: t('model.meansSummary', { pathway, field: predictor.field, by }),
            fileName: `${pathway} interaction`,
          }
        : null,
      modelResiduals: {
        ...scatter(data.fitted, data.residuals),
        lines: [{ kind: 'y' as const, at: 0, label: t('model.zero') }],
        xTitle: t('model.fitted', { title }),
        yTitle: t('model.residual'),
        summary: t('model.residualsSummary', { pathway }),
        fileName: `${pathway} residuals`,
      },
      modelQq: {
        ...scatter(data.quantiles, data.standardized),
        lines: [{ kind: 'line' as const, slope: 1, intercept: 0, label: t('model.normal'), dashed: true }],
        xTitle: t('model.quantile'),
        yTitle: t('model.standardized'),
        summary: t('model.qqSummary', { pathway }),
        fileName: `${pathway} Q-Q`,
      },
    }
  }, [data, predictor, model, row, styles, title, by, design, covariates, t, translate])
}

function describeRow({ estimate, ciLow, ciHigh, p, q }: ModelRow): string[] {
  if (estimate === null || ciLow === null || ciHigh === null || p === null) return []
  const chances = [formatNamedP('p', p), ...(q === null ? [] : [formatNamedP('q', q)])]
  return [formatEstimate(estimate, ciLow, ciHigh), chances.join(', ')]
}
