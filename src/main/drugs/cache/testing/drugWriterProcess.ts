import '../../../../shared/words/testing/englishTexts.ts'
import { Worker } from 'node:worker_threads'
import { toEnglish } from '../../../../shared/words/message.ts'
import { drugOf, toFetchedDrug } from '../../testing/drugCacheFixture.ts'
import { createDrugThreads } from '../drugThreads.ts'

/** A separate process that caches numbered drugs in a shared file, ten at a time, and prints its notices. */
const [, , workerFile = '', file = '', from = '', count = ''] = process.argv
const notices: string[] = []
const threads = createDrugThreads({
  launch: () => new Worker(workerFile),
  file,
  notice: (text) => notices.push(toEnglish(text)),
})
for (let at = Number(from); at < Number(from) + Number(count); at += 10)
  await threads.store.cacheDrugs(
    Array.from({ length: 10 }, (_, index) =>
      toFetchedDrug(drugOf(`D${at + index}`, `Somedrug${at + index}`)),
    ),
  )
await threads.close()
process.stdout.write(JSON.stringify(notices))
