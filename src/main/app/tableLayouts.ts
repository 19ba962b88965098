import { z } from 'zod'
import type { Handlers } from '../../shared/contract/contract.ts'
import { type Failure, rejected } from '../../shared/contract/failures.ts'
import { tableLayoutSchema } from '../../shared/domain/app/appData.ts'
import { message } from '../../shared/messages/message.ts'
import type { SharedJsonFile } from '../ports.ts'

/** A list, not an object by names: a table may have any name. */
export const storedLayoutsSchema = z.array(
  z.object({ table: z.string(), layout: tableLayoutSchema }).strict(),
)
export type StoredLayouts = z.infer<typeof storedLayoutsSchema>
export const noLayouts: StoredLayouts = []

/** Far more than the app has tables; those that were arranged last are stored. */
const maxTables = 100
/** A table of 10,000 pathways, each with a name of 100 letters, is smaller. */
const maxBytesPerTable = 2_000_000
/** The file is read whole at each start. */
const maxBytes = 4_000_000

/**
 * How a person arranged the tables of this installation. It is stored beside the settings and not with a profile: it is a
 * habit of whoever sits here, and whoever explores the demo or opens a capsule finds the tables as they left them.
 */
export async function createTableLayouts({ file }: { file: SharedJsonFile<StoredLayouts> }) {
  let stored = await file.read()
  /** Another window or process may have arranged one meanwhile. */
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

/** Those that were arranged last, as many as there is room for. */
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
