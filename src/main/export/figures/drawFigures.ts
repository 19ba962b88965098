import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Palettes } from '../../../figures/palettes.ts'
import type { FigureSpec, FiguresTask } from '../../../figures/spec.ts'
import { childEnvironment } from '../../childEnvironment.ts'
import type { DrawFigures } from '../study/study.ts'

type Parts = { workerFile: URL | string; palettes(): Palettes }

/**
 * Draws on a thread of its own, which comes with each call and goes with it: charts take long to load and long to draw.
 * `workerFile`: the entry figuresWorker, `.js` when built and `.ts` from source; `palettes`: those of the screen. Throws the signal's reason.
 */
export const createDrawFigures =
  ({ workerFile, palettes }: Parts): DrawFigures =>
  async (figures, language, signal) => {
    signal?.throwIfAborted()
    if (figures.length === 0) return []
    const task: FiguresTask = { figures: figures.map(withoutFunctions), language, palettes: palettes() }
    const worker = new Worker(workerFile, { workerData: task, env: childEnvironment() })
    const drawn: string[] = []
    try {
      const arriving = on(worker, 'message', { close: ['exit'], ...(signal ? { signal } : {}) })
      for await (const [svg] of arriving as AsyncIterable<[string]>)
        if (drawn.push(svg) === figures.length) return drawn
      throw new Error('The drawing of figures ended without an answer.')
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      await worker.terminate()
    }
  }

/** What is told of a point when it is pointed at is no part of a figure, and may be a function. */
function withoutFunctions(spec: FigureSpec): FigureSpec {
  if (spec.kind !== 'scatter') return spec
  const points = spec.props.points.map((point) => ({ ...point, facts: [] }))
  return { ...spec, props: { ...spec.props, points } }
}
