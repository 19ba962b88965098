import { z } from 'zod'
import { type OfflineSyncScope, offlineSyncScopeSchema } from '../../shared/domain/drugs/offlineSync.ts'
import type { Transform } from '../../shared/domain/samples/importing.ts'
import { type AnySettings, anySettingsSchema } from '../../shared/domain/studies/exporting.ts'
import { parseJson } from '../../shared/json.ts'
import { isMessage, type Message, message } from '../../shared/messages/message.ts'

/**
 * JSON in the journal whose names have changed since it was first written. Rows are not rewritten: their checksums stay,
 * and an older backup reads the same.
 */

/** What a batch remembers of how its orders were made. `sendAs`: field -> name under which it is sent. */
export type BatchTransform = { transform: Transform; sendAs: Record<string, string> }

/** A record whose `transform` was called `recipe`, as capsules of then have it too. */
export function withTransform(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('recipe' in value)) return value
  const { recipe: transform, ...others } = value
  return { ...others, transform }
}

/** Of the column `recipe` of a batch; null for a batch of before it was stored. */
export const parseBatchTransform = (text: string | null): BatchTransform | null =>
  text === null ? null : (withTransform(JSON.parse(text)) as BatchTransform)

/** Of a saved mapping. */
export const parseMappingContent = <T extends object>(text: string): T => withTransform(JSON.parse(text)) as T

const savedListSchema = z.object({
  table: z.object({ kind: z.literal('drugs'), of: z.object({ setId: z.string() }) }),
})

/** Of an export preset or an export; null where a newer version wrote what this one does not know. */
export function parseExportSettings(text: string): AnySettings | null {
  const value: unknown = JSON.parse(text)
  const old = savedListSchema.loose().safeParse(value)
  const read = anySettingsSchema.safeParse(
    old.success
      ? { ...old.data, table: { ...old.data.table, of: { listId: old.data.table.of.setId } } }
      : value,
  )
  return read.success ? read.data : null
}

const storedListSchema = z.object({ kind: z.literal('set'), setId: z.string() })
const storedScopeSchema = z.preprocess((value) => {
  const list = storedListSchema.safeParse(value)
  return list.success ? { kind: 'list', listId: list.data.setId } : value
}, offlineSyncScopeSchema)

/** Always written alike and as at first, so that a scope has one plan. */
export function formatScope(scope: OfflineSyncScope): string {
  if (scope.kind === 'category') return JSON.stringify({ kind: 'category', category: scope.category })
  if (scope.kind === 'list') return JSON.stringify({ kind: 'set', setId: scope.listId })
  return JSON.stringify({ kind: scope.kind })
}

/** Throws where the text is none. */
export const parseScope = (text: string): OfflineSyncScope => storedScopeSchema.parse(JSON.parse(text))

/** Of a column that holds a message. */
export const formatMessage = (message: Message): string => JSON.stringify(message)

/** A row of an earlier version has the English sentence itself. */
export function parseMessage(text: string | null): Message | null {
  if (text === null) return null
  const value = parseJson(text)
  return isMessage(value) ? value : message`${text}`
}
