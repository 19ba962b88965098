import { on } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { type FailureData, isFailure } from '../../shared/contract/failures.ts'
import type { TableFormat } from '../../shared/domain/exporting.ts'
import { writers } from './formats/writers.ts'
import type { Cell, Table } from './table.ts'

/** A table without its rows, which are asked for page by page. */
export type WriterTask = Omit<Table, 'pages'> & { format: TableFormat }
/** What the writer says: `next` asks for a page, a chunk waits for `taken`; after the others nothing comes. */
export type WriterMessage = 'next' | 'done' | { chunk: string | Uint8Array } | { failure: FailureData }
export type WriterReply = 'end' | 'taken' | { rows: Cell[][] }

/** Writes one table. A `Failure` is posted; anything else ends the worker with its error. */
export async function runWriter(port: MessagePort, { format, ...table }: WriterTask): Promise<void> {
  const post = (message: WriterMessage) => port.postMessage(message)
  const replies = on(port, 'message') as AsyncIterableIterator<[WriterReply]>
  const request = async (message: WriterMessage): Promise<WriterReply> => {
    post(message)
    const { value } = await replies.next()
    return value[0]
  }
  async function* pages(): AsyncGenerator<Cell[][]> {
    for (;;) {
      const reply = await request('next')
      if (typeof reply === 'string') return
      yield reply.rows
    }
  }
  try {
    for await (const chunk of writers[format]({ ...table, pages: pages() })) await request({ chunk })
    post('done')
  } catch (error) {
    if (!isFailure(error)) throw error
    post({ failure: error.toData() })
  } finally {
    port.close()
  }
}
