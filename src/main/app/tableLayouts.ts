import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import { type Failure, rejected } from '../../shared/contract/failures.ts'
import { tableLayoutSchema } from '../../shared/domain/app/appData.ts'
import { message } from '../../shared/messages/message.ts'
import type { SharedJsonFile } from '../ports.ts'

/** A list, not an object keyed by name: a table may have any name. */
export const storedLayoutsSchema = z.array(
  z.object({ table: z.string(), layout: tableLayoutSchema }).strict(),
)
export type StoredLayouts = z.infer<typeof storedLayoutsSchema>
export const noLayouts: StoredLayouts = []

/** Far more tables than the app has. The most recently arranged ones are stored. */
const maxTables = 100
/** The size limit of one layout. A table of 10,000 pathways with names of 100 letters fits. */
const maxBytesPerTable = 2_000_000
/** The size limit of the file, since each start reads all of it. */
const maxBytes = 4_000_000

/**
 * Creates the layouts of the tables in this installation. They are stored beside the settings instead of in a profile:
 * they are habits of the user, who expects the same tables in the demo or in a capsule.
 */
export async function createTableLayouts({ file }: { file: SharedJsonFile<StoredLayouts> }) {
  let stored = await file.read()
  /** Reads the file again, since another window or process may have changed it. */
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

/** Returns the most recently arranged layouts that fit the limits. */
function withinBounds(all: StoredLayouts): StoredLayouts {
  const last = all.slice(-maxTables)
  let remainingBytes = maxBytes
  const first = last.findLastIndex((one) => {
    remainingBytes -= sizeBytesOf([one])
    return remainingBytes < 0
  })
  return last.slice(first + 1)
}

const tooLargeFailure = (): Failure =>
  rejected(
    message`Pathclock cannot save this table layout: you changed too many columns. Show all columns, then hide only those you do not need.`,
  )
