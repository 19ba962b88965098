/** Entry of the worker thread that reads, maps and checks a file; see import/reader/readerClient.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderTask } from '../samples/import/reader/readerMessages.ts'
import { runReader } from '../samples/import/reader/runReader.ts'

if (parentPort) await runReader(parentPort, workerData as ReaderTask, Date.now())
