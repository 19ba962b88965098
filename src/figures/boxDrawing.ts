import { formatValue } from '../shared/format/numbers.ts'
import { buildBoxes, toBoxTable } from './boxes.ts'
import {
  createBoxPainters,
  pointAt,
  toBoxData,
  toBoxLegend,
  toBoxOptions,
  toBoxTargets,
} from './boxPicture.ts'
import type { BoxGroup } from './data.ts'
import type { ChartDrawing, Words } from './drawing.ts'

type Input = {
  groups: readonly BoxGroup[]
  groupNames?: readonly string[] | undefined
  valueTitle: string
  pointWord: string
}

/** One box a group with its n; every value is a point while there are few. */
export function createBoxDrawing(
  { groups, groupNames, valueTitle, pointWord }: Input,
  t: Words,
): ChartDrawing<'boxplot'> {
  const built = buildBoxes(groups, groupNames)
  const count = (n: number) => t('boxes.count', { count: n })
  const words = {
    box: t('boxes.box'),
    few: t('boxes.few'),
    outliers: t('boxes.outliers'),
    undrawn: built.undrawableCount > 0 ? t('undrawn', { count: built.undrawableCount }) : null,
  }
  return {
    type: 'boxplot',
    draw: (theme) => ({
      data: toBoxData(built, theme, count),
      options: toBoxOptions(built, theme, valueTitle),
    }),
    legend: () => toBoxLegend(built, words),
    targets: toBoxTargets(built, {
      valueTitle,
      count,
      figures: ({ median, q1, q3 }) =>
        t('boxes.figures', { median: formatValue(median), low: formatValue(q1), high: formatValue(q3) }),
    }),
    table: () => toBoxTable(groups, { group: t('group'), point: pointWord, value: valueTitle }),
    paint: (selected) => (theme) => createBoxPainters(built, theme, selected),
    idAt: (index) => pointAt(built, index),
  }
}
