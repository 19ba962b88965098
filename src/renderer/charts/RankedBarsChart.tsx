import type { ChartData, ChartOptions } from 'chart.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from './Chart.tsx'
import { formatValue, wrapTitle } from './numbers.ts'
import { type RankedBars, toBarsTable } from './rankedBars.ts'
import { type ChartTheme, useChartTheme } from './theme.ts'
import { valueLabels } from './valueLabels.ts'

type Props = {
  ranked: RankedBars
  /** Title of the value axis, with unit or its absence. */
  axisTitle: string
  /** What the bars are: pathways, drugs. */
  labelWord: string
  summary: string
  fileName: string
}

const barPx = 22
const axesPx = 80
const titleLength = 48

/** Bars from zero, highest on top, each with its value at its end. */
export function RankedBarsChart({ ranked, axisTitle, labelWord, summary, fileName }: Props) {
  const { t } = useTranslation('charts')
  const theme = useChartTheme()
  const data = useMemo(() => toBarData(ranked, theme), [ranked, theme])
  const options = useMemo(() => toBarOptions(theme, axisTitle), [theme, axisTitle])
  const plugins = useMemo(() => [valueLabels], [])
  const table = useMemo(() => toBarsTable(ranked, labelWord, axisTitle), [ranked, labelWord, axisTitle])
  return (
    <Chart
      type="bar"
      data={data}
      options={options}
      plugins={plugins}
      summary={summary}
      table={table}
      fileName={fileName}
      heightPx={Math.max(160, ranked.bars.length * barPx + axesPx)}
      legend={
        ranked.missing.length > 0 && (
          <span title={ranked.missing.join(', ')}>{t('missingCount', { count: ranked.missing.length })}</span>
        )
      }
    />
  )
}

function toBarData(ranked: RankedBars, theme: ChartTheme): ChartData<'bar'> {
  return {
    labels: ranked.bars.map(({ label }) => label),
    datasets: [
      {
        label: 'values',
        data: ranked.bars.map(({ value }) => value),
        backgroundColor: ranked.bars.map(({ colour }) => colour),
        borderColor: theme.dimmed,
        borderWidth: 0.5,
        barPercentage: 0.8,
        categoryPercentage: 0.9,
        maxBarThickness: 18,
      },
    ],
  }
}

function toBarOptions(theme: ChartTheme, axisTitle: string): ChartOptions<'bar'> {
  const font = { size: 11, family: theme.fontFamily }
  return {
    indexAxis: 'y',
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    font,
    layout: { padding: { right: 16 } },
    plugins: {
      legend: { display: false },
      tooltip: { callbacks: { label: (item) => formatValue(Number(item.raw)) } },
    },
    scales: {
      x: {
        beginAtZero: true,
        grace: '14%',
        grid: { color: ({ tick }) => (tick?.value === 0 ? theme.dimmed : theme.line) },
        border: { display: false },
        ticks: { color: theme.dimmed, font, maxRotation: 0, autoSkipPadding: 12 },
        title: { display: true, text: wrapTitle(axisTitle, titleLength), color: theme.dimmed, font },
      },
      y: {
        grid: { display: false },
        border: { color: theme.line },
        ticks: { color: theme.text, font, autoSkip: true },
      },
    },
  }
}
