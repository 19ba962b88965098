import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  inOrderOf,
  toBoxGroups,
  toDots,
  toForestRow,
  toSlopePairs,
  toVolcanoRow,
} from '../../../figures/comparisonFigures.ts'
import type {
  BoxChartProps,
  DotMatrixChartProps,
  FigureProps,
  ForestChartProps,
  SlopesChartProps,
  VolcanoChartProps,
} from '../../../figures/spec.ts'
import { type GroupStyles, stylesByName, stylesOfField } from '../../../figures/style/groupStyles.ts'
import { everySample } from '../../../shared/domain/results/cohort.ts'
import { type Comparison, fieldOfGroups } from '../../../shared/domain/results/comparison.ts'
import { describeSource } from '../../../shared/domain/results/describeCohort.ts'
import {
  describeBoxes,
  describeResult,
  describeTest,
  describeVolcano,
  effectNames,
  greaterP,
  headsOf,
  titleOfEffects,
} from '../../../shared/domain/results/describeComparison.ts'
import type { BoardFigure, FigureDefinition } from '../../../shared/domain/studies/board.ts'
import { allSamplesId, choiceInStudy } from '../../../shared/domain/studies/study.ts'
import { formatValue } from '../../../shared/format/numbers.ts'
import { message } from '../../../shared/words/message.ts'
import { useCovariateColumns, useValues } from '../../client/useValues.ts'
import { useValueTitle } from '../../state/cohort/titles.ts'
import { useStudyDesign } from '../../state/cohort/useStudyDesign.ts'
import { useTranslator } from '../../ui/text/formats.tsx'
import { type CompareView, type Request, storedChoices, toCompareSearch } from './view.ts'

export type Compared = { comparison: Comparison; request: Request; view: CompareView }

export type Drawable<P extends FigureProps> = Omit<P, 'onSelect' | 'selected' | 'definition'>
/** With the definition that redraws it on a board. */
type Definable<P extends FigureProps> = Omit<P, 'onSelect' | 'selected'>

const threshold = 0.05

/** Returns the definition that redraws a figure on a board. */
export function toDefinition(
  figure: BoardFigure,
  { request, view }: { request: Pick<Request, 'of' | 'measure'>; view: CompareView },
  pathway: string | null = null,
): FigureDefinition {
  return {
    figure,
    of: choiceInStudy(request.of ?? everySample, allSamplesId),
    measure: request.measure,
    view: { kind: 'raw' },
    // Drops undefined values, which JSON cannot hold.
    search: JSON.parse(JSON.stringify(toCompareSearch({ ...view, pathway }, storedChoices))),
  }
}

export type ComparedFigure =
  | { kind: 'volcano'; props: Drawable<VolcanoChartProps> }
  | { kind: 'forest'; props: Drawable<ForestChartProps> }
  | { kind: 'dots'; props: Drawable<DotMatrixChartProps> }

export function useComparedFigure(
  kind: ComparedFigure['kind'],
  { comparison, view: { against } }: Compared,
): ComparedFigure {
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const measure = useValueTitle(comparison.measure)
  return useMemo((): ComparedFigure => {
    const { rows, groups, test, effectName, pairwiseEffectName } = comparison
    const [first = '', second = ''] = groups.map(({ name }) => name)
    const figure = {
      note: describeTest(comparison).map(translate),
      source: translate(describeSource(comparison)),
      fileName: kind === 'dots' ? 'dot matrix' : `${kind} ${first} ${second}`,
    }
    if (kind === 'volcano') {
      const effectTitle = translate(titleOfEffects(comparison, 'effect'))
      const summary = translate(describeVolcano(comparison, against))
      return {
        kind,
        props: { ...figure, rows: rows.map(toVolcanoRow), against, threshold, effectTitle, summary },
      }
    }
    if (kind === 'forest') {
      const intervalWord = translate(headsOf(test).interval)
      return {
        kind,
        props: {
          ...figure,
          rows: rows.map((row) => ({ ...toForestRow(row), notes: notesOf(row.difference, measure, t) })),
          valueTitle: translate(titleOfEffects(comparison, 'sd')),
          intervalWord,
          ...forestWords(t),
          summary: t('forest.summary', { count: rows.length, first, second, interval: intervalWord }),
        },
      }
    }
    const isOfTwo = groups.length === 2
    const effectTitle = translate(effectNames[isOfTwo ? effectName : (pairwiseEffectName ?? effectName)])
    const sizeTitle = isOfTwo ? t('table.q') : translate(greaterP)
    return {
      kind,
      props: {
        ...figure,
        ...toDots(comparison),
        effectTitle,
        sizeTitle,
        rowWord: t('table.pathway'),
        columnWord: translate(message('comparison.contrast')),
        summary: t('dots.summary', { count: rows.length, effect: effectTitle, size: sizeTitle }),
      },
    }
  }, [kind, comparison, against, measure, t, translate])
}

export const forestWords = (t: TFunction<'compare'>) => ({
  labelWord: t('table.pathway'),
  foundWord: t('forest.found'),
  otherWord: t('forest.other'),
})

/** Returns the line of a forest plot with the difference in the unit of the measure. */
export const notesOf = (value: number | null, measure: string, t: TFunction<'compare'>): string[] =>
  value === null ? [] : [t('forest.raw', { value: formatValue(value), measure })]

/** Returns the styles of the compared groups: those of the study, or styles in order for hand-made groups. */
function useComparedStyles(groups: Request['groups']): GroupStyles {
  const { design, covariates } = useStudyDesign()
  // Keyed by field and names, because the address yields new objects on each change, which would redraw the charts.
  const by = fieldOfGroups(groups)
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

/** Returns the values of one pathway by group, and its pairs if a field defines them; each null until loaded. */
export function useLineFigures(shown: Compared, pathway: string) {
  const { comparison, request } = shown
  const { t } = useTranslation('compare')
  const translate = useTranslator()
  const title = useValueTitle(comparison.measure)
  const { measure, groups } = comparison
  const { pairBy } = request
  const values = useValues({ measure, of: request.of ?? everySample, pathways: [pathway] })
  const table = values.data?.pathways[0] === pathway ? values.data : null
  const { columns, isPending } = useCovariateColumns(table ?? undefined, pairBy === undefined ? [] : [pairBy])
  const styles = useComparedStyles(request.groups)
  const compared = useMemo(() => (table ? toBoxGroups(table, groups) : []), [table, groups])
  const boxGroups = useMemo(() => inOrderOf(styles, compared), [styles, compared])
  const pairs = useMemo(() => {
    const keys = pairBy === undefined ? undefined : columns.get(pairBy)
    const keyOf = new Map(table?.samples.map(({ sampleId }, row) => [sampleId, keys?.[row]]))
    return toSlopePairs(compared, (sampleId) => keyOf.get(sampleId))
  }, [table, compared, pairBy, columns])
  const row = comparison.rows.find((one) => one.pathway === pathway)
  const note = useMemo(
    () => (row ? describeResult(comparison, row).map(translate) : []),
    [comparison, row, translate],
  )
  const figure = {
    note,
    source: translate(describeSource(comparison)),
    fileName: pathway,
    valueTitle: `${pathway}: ${title}`,
  }
  const [first = '', second = ''] = groups.map(({ name }) => name)
  const boxes: Definable<BoxChartProps> | null = table && {
    ...figure,
    groups: boxGroups,
    styles,
    pointWord: t('line.sample'),
    summary: translate(describeBoxes(pathway)),
    definition: toDefinition('comparedGroups', shown, pathway),
  }
  const slopes: Definable<SlopesChartProps> | null =
    pairs.length === 0
      ? null
      : {
          ...figure,
          pairs,
          names: [second, first],
          pairWord: t('line.pair'),
          summary: t('line.slopes', { pathway, from: second, to: first }),
          definition: toDefinition('comparedPairs', shown, pathway),
        }
  return { boxes, slopes, values, styles, isReady: !values.loading && !isPending }
}
