/** Entry of the two threads that hold the drugs kept on this computer; see catalogue/threads/drugThreads.ts. */
import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { Failure } from '../shared/contract/failures.ts'
import { checkDatabase, openDatabase, openForReading } from './adapters/database/openDatabase.ts'
import { fileIdentity, setAside } from './adapters/database/setAside.ts'
import { isDamage } from './adapters/database/sqliteFailure.ts'
import { createDrugHost, type DrugFile } from './catalogue/threads/drugHost.ts'
import type { DrugsTask } from './catalogue/threads/protocol.ts'
import { serveThread } from './catalogue/threads/serveThread.ts'
import { drugsMigrations } from './store/drugs.ts'

/** Read through in some 100 ms, at every start; a bigger file is checked in the background. */
const checkedAtOnceBytes = 8 * 1024 * 1024
/** Writing goes all over the index, so much of it has to be at hand. Given back when the thread ends. */
const memoryKib = { reads: 8 * 1024, writes: 48 * 1024 }
/** Of 4 KiB: pages that many answers change are then written back once. */
const logPages = 8000

const openerOf = ({ file, role }: DrugsTask): DrugFile => ({
  open: (onSetAside) =>
    openDatabase({
      file,
      migrations: drugsMigrations,
      durability: 'normal',
      onSetAside,
      memoryKib: memoryKib[role],
      logPages,
      // The thread that reads opens it first.
      checkedBelowBytes: role === 'reads' ? checkedAtOnceBytes : 0,
    }),
  openAside: (keptAs) => openForReading(join(dirname(file), keptAs)),
  check: () => {
    if (statSync(file).size >= checkedAtOnceBytes) checkDatabase(file)
  },
  identity: () => fileIdentity(file),
  setAside(identity) {
    try {
      const keptAs = setAside(file, identity, Date.now())
      return keptAs === null ? null : basename(keptAs)
    } catch (cause) {
      // Windows renames no file that another process has open.
      throw new Failure(
        'file',
        'The drugs kept for offline search are damaged, and their file could not be set aside. Close other windows of this app, then try again.',
        { name: basename(file) },
        { cause },
      )
    }
  },
  isDamage,
})

const task = workerData as DrugsTask
if (parentPort) serveThread(parentPort, (tell) => createDrugHost(openerOf(task), task, tell))
