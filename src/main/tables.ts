import { z } from 'zod'
import type { Handlers } from '../shared/contract/contract.ts'
import { Failure } from '../shared/contract/failures.ts'
import { tableLayoutSchema } from '../shared/domain/living.ts'
import type { SharedJsonFile } from './ports.ts'

/** A list, not an object by names: a table may have any name. */
export const keptLayoutsSchema = z.array(z.object({ table: z.string(), layout: tableLayoutSchema }).strict())
export type KeptLayouts = z.infer<typeof keptLayoutsSchema>
export const noLayouts: KeptLayouts = []

/** Far more than the app has tables; those that were arranged last are kept. */
const mostTables = 100
/** A table of 10,000 pathways, each with a name of 100 letters, is smaller. */
const mostBytesOfOne = 2_000_000
/** The file is read whole at each start. */
const mostBytes = 4_000_000

/**
 * How a person arranged the tables of this installation. It is kept beside the settings and not with a profile: it is a
 * habit of whoever sits here, and whoever explores the demo or opens a capsule finds the tables as they left them.
 */
export async function createTableLayouts({ file }: { file: SharedJsonFile<KeptLayouts> }) {
  let kept = await file.read()
  /** Another window or process may have arranged one meanwhile. */
  const now = (): KeptLayouts => {
    kept = file.latest() ?? kept
    return kept
  }
  const layout: Handlers['tables.layout'] = ({ table }) =>
    now().find((one) => one.table === table)?.layout ?? null
  const arrange: Handlers['tables.arrange'] = async ({ table, layout: wanted }) => {
    const arranged = wanted ? [{ table, layout: wanted }] : []
    if (bytesOf(arranged) > mostBytesOfOne) throw tooMuch()
    kept = await file.change((latest) => {
      const others = (latest ?? kept).filter((one) => one.table !== table)
      return withinBounds([...others, ...arranged])
    })
    return null
  }
  return { layout, arrange }
}

const bytesOf = (kept: KeptLayouts): number => Buffer.byteLength(JSON.stringify(kept, null, 2))

/** Those that were arranged last, as many as there is room for. */
function withinBounds(all: KeptLayouts): KeptLayouts {
  const last = all.slice(-mostTables)
  let room = mostBytes
  const first = last.findLastIndex((one) => {
    room -= bytesOf([one])
    return room < 0
  })
  return last.slice(first + 1)
}

const tooMuch = (): Failure =>
  new Failure(
    'rejected',
    'So many columns of this table were changed that it cannot be kept how it is arranged. Show all columns again, then hide only those that you do not want to see.',
    { problems: [] },
  )
