import { z } from 'zod'
import type { Handlers } from '../shared/contract/contract.ts'
import { tableLayoutSchema } from '../shared/domain/living.ts'
import type { SharedJsonFile } from './ports.ts'

/** A list, not an object by names: a table may have any name. */
export const keptLayoutsSchema = z.array(z.object({ table: z.string(), layout: tableLayoutSchema }).strict())
export type KeptLayouts = z.infer<typeof keptLayoutsSchema>
export const noLayouts: KeptLayouts = []

/** Far more than the app has tables; those that were arranged last are kept. */
const mostTables = 100

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
    const others = now().filter((one) => one.table !== table)
    kept = [...others, ...(wanted ? [{ table, layout: wanted }] : [])].slice(-mostTables)
    await file.write(kept)
    return null
  }
  return { layout, arrange }
}
