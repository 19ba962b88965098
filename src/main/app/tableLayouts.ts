import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import { type Failure, rejected } from '../../shared/contract/failures.ts'
import { tableLayoutSchema } from '../../shared/domain/app/appData.ts'
import { message } from '../../shared/words/message.ts'
import type { SharedJsonFile } from '../ports.ts'

/** A list, not an object by name: a table may have any name. */
export const storedLayoutsSchema = z.array(z.strictObject({ table: z.string(), layout: tableLayoutSchema }))
export type StoredLayouts = z.infer<typeof storedLayoutsSchema>
export const noLayouts: StoredLayouts = []

/** Far more than the app has tables; the most recently arranged are kept. */
const maxTables = 100
/** Larger than the layout of 10,000 pathways with names of 100 letters. */
const maxBytesPerTable = 2_000_000
/** The whole file is read at each start. */
const maxBytes = 4_000_000

/** Creates the table layouts of this installation. All profiles share them, also the demo and capsules. */
export async function createTableLayouts({ file }: { file: SharedJsonFile<StoredLayouts> }) {
  let stored = await file.read()
  /** Another window or process may have changed one meanwhile. */
  const current = (): StoredLayouts => {
    stored = file.latest() ?? stored
    return stored
  }
  const layout: Handlers['tables.layout'] = ({ table }) =>
    current().find((one) => one.table === table)?.layout ?? null
  const arrange: Handlers['tables.arrange'] = async ({ table, layout: requested }) => {
    const newEntries = requested ? [{ table, layout: requested }] : []
    if (sizeBytesOf(newEntries) > maxBytesPerTable) throw tooLargeFailure()
    stored = await file.change((latest) => {
      const others = (latest ?? stored).filter((one) => one.table !== table)
      return withinBounds([...others, ...newEntries])
    })
    return null
  }
  return { layout, arrange }
}

const sizeBytesOf = (layouts: StoredLayouts): number => Buffer.byteLength(JSON.stringify(layouts, null, 2))

/** Returns the most recently arranged layouts, as many as fit. */
function withinBounds(all: StoredLayouts): StoredLayouts {
  const last = all.slice(-maxTables)
  let remainingBytes = maxBytes
  const first = last.findLastIndex((one) => {
    remainingBytes -= sizeBytesOf([one])
    return remainingBytes < 0
  })
  return last.slice(first + 1)
}

const tooLargeFailure = (): Failure => rejected(message('app.pathclockCannotSaveTable'))
