import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { toFailure } from '../../../shared/contract/failures.ts'
import type { TableFormat } from '../../../shared/domain/results/exporting.ts'
import { childEnvironment } from '../../concurrency/childEnvironment.ts'
import type { Table, WriteTable } from '../tables/table.ts'
import type { WriterMessage, WriterReply, WriterTask } from './writers.ts'

/** A page lives shortly: with more room the thread only collects later. */
const maxYoungGenerationSizeMb = 16

/**
 * Makes the bytes of a file on a thread of its own, for formats that take long at a time; to stop it is to end its
 * thread. `workerFile`: the entry exportWorker, `.js` when built and `.ts` from source.
 */
export const writerInWorker = (workerFile: URL | string, format: TableFormat): WriteTable =>
  async function* write({ pages, ...table }: Table) {
    const { name, columns, provenance } = table
    const task: WriterTask = { format, name, columns, provenance }
    const worker = new Worker(workerFile, {
      workerData: task,
      env: childEnvironment(),
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    const source = pages[Symbol.asyncIterator]()
    const reply = (message: WriterReply) => worker.postMessage(message)
    try {
      const arriving = on(worker, 'message', { close: ['exit'] })
      for await (const [message] of arriving as AsyncIterable<[WriterMessage]>) {
        if (message === 'done') return
        if (message === 'next') {
          const page = await source.next()
          reply(page.done ? 'end' : { rows: page.value })
        } else if ('failure' in message) throw toFailure(message.failure)
        else {
          yield message.chunk
          reply('taken')
        }
      }
      throw new Error('The writing of a table ended without an answer.')
    } finally {
      await source.return?.()
      await worker.terminate()
    }
  }
