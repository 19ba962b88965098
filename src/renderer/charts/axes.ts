import { formatTickNumber, wrapTitle } from './numbers.ts'
import type { ChartTheme } from './theme.ts'

/** As long as the axis of the smallest chart. */
const titleLength = 56

/** Title of an axis, on as many lines as it takes. */
export const axisTitle = (text: string, theme: ChartTheme) => ({
  display: true,
  text: wrapTitle(text, titleLength),
  color: theme.dimmed,
  font: { size: 11, family: theme.fontFamily },
})

export const formatTick = (value: string | number): string => formatTickNumber(Number(value))
