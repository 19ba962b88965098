/** Entry of the thread that draws figures; see export/figures/figures.ts. The only one of main that loads charts. */
import { parentPort, workerData } from 'node:worker_threads'
import { createFigureWords, drawSpec } from '../../figures/drawSpec.ts'
import type { FiguresTask } from '../../figures/spec.ts'
import { createPlainBoard } from '../../figures/vector/plainBoard.ts'

if (parentPort) {
  const { figures, language, palettes } = workerData as FiguresTask
  const figureWords = createFigureWords(language)
  const board = createPlainBoard()
  for (const figure of figures) parentPort.postMessage(drawSpec(figure, figureWords, board, palettes))
}
