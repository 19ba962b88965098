import { BoxAndWiskers, BoxPlotController } from '@sgratzl/chartjs-chart-boxplot'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  LineElement,
  PointElement,
  ScatterController,
} from 'chart.js'
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix'
import annotation from 'chartjs-plugin-annotation'

/** Only the parts of chart.js that the charts here use; called once, when the first chart is loaded. */
export function registerChartParts(): void {
  Chart.register(
    BarController,
    BarElement,
    BoxAndWiskers,
    BoxPlotController,
    CategoryScale,
    LinearScale,
    LineElement,
    MatrixController,
    MatrixElement,
    PointElement,
    ScatterController,
    annotation,
  )
}
