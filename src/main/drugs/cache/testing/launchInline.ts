import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { createDisposableFile } from '../../../adapters/sqlite/disposableDatabase.ts'
import { serveWorker, type WorkerHandle } from '../../../concurrency/workerRpc.ts'
import { type DrugsSchema, drugsMigrations } from '../../../store/drugs.ts'
import { createDrugWorker, type DrugFile, type DrugsTask, type DrugsThreadMessage } from '../drugWorker.ts'

/** Runs a drugs thread on this thread, over the same messages, so that it starts instantly. */
export const launchWith =
  (
    change: Partial<DrugFile> = {},
    /** Files smaller than this are checked when they are opened. */
    checkedBelowBytes = Number.POSITIVE_INFINITY,
  ) =>
  (): WorkerHandle => {
    const { port1, port2 } = new MessageChannel()
    const events = new EventEmitter()
    serveWorker<DrugsTask, DrugsThreadMessage>(port2, (task, notify) => {
      const file = createDisposableFile<DrugsSchema>({
        file: task.file,
        migrations: drugsMigrations,
        durability: 'normal',
        checkedBelowBytes: task.role === 'reads' ? checkedBelowBytes : 0,
      })
      return createDrugWorker({ ...file, ...change }, task, notify)
    })
    port1.on('message', (message) => events.emit('message', message))
    port1.on('close', () => events.emit('exit', 0))
    return Object.assign(events, {
      postMessage: (message: unknown) => port1.postMessage(message),
      ref: () => port1.ref(),
      unref: () => port1.unref(),
      terminate: async () => {
        port1.close()
        return 0
      },
    }) as unknown as WorkerHandle
  }

export const launchInline = launchWith()
