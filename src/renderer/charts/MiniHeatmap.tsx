import { useEffect, useMemo, useRef } from 'react'
import { createColourScale, onGround, toRgb } from '../../figures/style/colours.ts'
import { compareText } from '../../shared/compareText.ts'
import type { ValueMatrix } from '../../shared/domain/results/cohort.ts'
import { unpack } from '../../shared/domain/results/packedNumbers.ts'
import { useChartTheme, usePalettes } from './frame/theme.ts'
import classes from './MiniHeatmap.module.css'

type Props = {
  matrix: Pick<ValueMatrix, 'values' | 'pathways' | 'samples'>
  /** The description for screen readers. */
  label: string
}

/**
 * A small picture of a matrix: a column per sample, sorted by group, a row per pathway and one pixel per value,
 * stretched to its box. Missing values are transparent.
 */
export function MiniHeatmap({ matrix, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const palettes = usePalettes()
  const { dark, surface } = useChartTheme()
  const values = useMemo(() => unpack(matrix.values), [matrix])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const { samples, pathways } = matrix
    if (!canvas.current || !context || samples.length === 0 || pathways.length === 0) return
    const order = samples
      .map((_, row) => row)
      .sort((a, b) => compareText(samples[a]?.group ?? '', samples[b]?.group ?? '') || a - b)
    canvas.current.width = samples.length
    canvas.current.height = pathways.length
    const scale = onGround(createColourScale(values, palettes), { dark, surface })
    const image = context.createImageData(samples.length, pathways.length)
    for (const [x, row] of order.entries())
      for (let y = 0; y < pathways.length; y++) {
        const value = values[row * pathways.length + y] ?? Number.NaN
        if (!Number.isNaN(value)) image.data.set([...toRgb(scale, value), 255], 4 * (y * samples.length + x))
      }
    context.putImageData(image, 0, 0)
  }, [matrix, values, palettes, dark, surface])
  return <canvas ref={canvas} className={classes.map} role="img" aria-label={label} />
}
