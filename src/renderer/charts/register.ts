import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix'

/** Only the parts of chart.js that the charts here use; called once, when the first chart is loaded. */
export function registerChartParts(): void {
  Chart.register(
    BarController,
    BarElement,
    CategoryScale,
    LinearScale,
    MatrixController,
    MatrixElement,
    Tooltip,
  )
}
