import { formatTickNumber, wrapTitle } from './numbers.ts'
import type { ChartTheme } from './theme.ts'

/** Upwards as long as the axis of the smallest chart. */
const titleLength = { across: 84, upwards: 56 }

/** Title of an axis, on as many lines as it takes. */
export const axisTitle = (text: string, theme: ChartTheme, along: keyof typeof titleLength) => ({
  display: true,
  text: wrapTitle(text, titleLength[along]),
  color: theme.dimmed,
  font: { size: 11, family: theme.fontFamily },
})

export const formatTick = (value: string | number): string => formatTickNumber(Number(value))
