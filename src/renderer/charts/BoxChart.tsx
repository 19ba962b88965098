import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createBoxDrawing } from '../../figures/boxDrawing.ts'
import type { BoxChartProps } from '../../figures/props.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './toggleSelection.ts'

/** One box a group with its n; every value is a point while there are few. */
export function BoxChart(props: BoxChartProps) {
  const { groups, groupNames, valueTitle, pointWord, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const drawing = useMemo(
    () => createBoxDrawing({ groups, groupNames, valueTitle, pointWord }, t),
    [groups, groupNames, valueTitle, pointWord, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  const onPick = toPick({ selected, onSelect }, drawing.idAt)
  return <Chart {...figure} {...drawing} paint={paint} onPick={onPick} />
}
