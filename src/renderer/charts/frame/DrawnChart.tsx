import { shallowEqual } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartDrawing, Kind, Words } from '../../../figures/frame/drawing.ts'
import type { Choosing, FigureProps } from '../../../figures/spec.ts'
import type { Palettes } from '../../../figures/style/colours.ts'
import { Chart, type ChartProps, toPick } from './Chart.tsx'
import { useChartTheme, usePalettes } from './theme.ts'

type Props<Input, K extends Kind> = FigureProps &
  Choosing &
  Pick<ChartProps<K>, 'tools' | 'maxWidthPx'> & {
    create(
      input: Input & { palettes: Palettes },
      t: Words,
    ): ChartDrawing<K> & { widthPx?: number; heightPx?: number }
    /** The data of the drawing. It is created again only if a property changes. */
    input: Input
  }

/** A chart whose marks can be selected. If the drawing sets a size, it scales with the window. */
export function DrawnChart<Input extends object, K extends Kind>(props: Props<Input, K>) {
  const { create, input, selected, onSelect, ...figure } = props
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const { scale } = useChartTheme()
  const stable = useStable(input)
  const drawing = useMemo(() => create({ ...stable, palettes }, t), [create, stable, palettes, t])
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      heightPx={drawing.heightPx === undefined ? figure.heightPx : drawing.heightPx * scale}
      widthPx={drawing.widthPx && drawing.widthPx * scale}
      onPick={toPick({ selected, onSelect }, drawing.idAt)}
    />
  )
}

/** Returns the previous object as long as all properties are equal. */
function useStable<T extends object>(value: T): T {
  const [stable, setStable] = useState(value)
  if (shallowEqual(stable, value)) return stable
  setStable(value)
  return value
}
