/** Entry of the thread that draws figures; see export/figures/figures.ts. The only one of main that loads charts. */
import { parentPort } from 'node:worker_threads'
import { createFigureWords, drawSpec } from '../../figures/drawSpec.ts'
import type { FigureMethods } from '../../figures/spec.ts'
import { createPlainBoard } from '../../figures/vector/plainBoard.ts'
import { serveWorker } from '../concurrency/workerRpc.ts'

const methods: FigureMethods = {
  async *draw({ figures, language, palettes }) {
    const figureWords = createFigureWords(language)
    const board = createPlainBoard()
    for (const figure of figures) yield drawSpec(figure, figureWords, board, palettes)
  },
}
serveWorker(parentPort, () => ({ target: () => methods }))
