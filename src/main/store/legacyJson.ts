import { z } from 'zod'
import { type OfflineSyncScope, offlineSyncScopeSchema } from '../../shared/domain/drugs/offlineSync.ts'
import type { Transform } from '../../shared/domain/samples/importing.ts'
import { type AnySettings, anySettingsSchema } from '../../shared/domain/studies/exporting.ts'
import { parseJson } from '../../shared/json.ts'
import { joinMessages, type Message } from '../../shared/words/message.ts'
import { readMessage } from '../../shared/words/storedMessage.ts'

/**
 * Reads JSON in the journal whose names have changed since it was first written. Rows are not rewritten, so their
 * checksums and older backups stay valid.
 */

/** The stored record of how a batch made its orders. `sendAs` maps a field to the name under which it is sent. */
export type BatchTransform = { transform: Transform; sendAs: Record<string, string> }

/** Renames `recipe`, the old name of `transform` in journals and capsules. */
export function withTransform(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('recipe' in value)) return value
  const { recipe: transform, ...others } = value
  return { ...others, transform }
}

/** Parses the column `recipe` of a batch. Null for batches that predate the column. */
export const parseBatchTransform = (text: string | null): BatchTransform | null =>
  text === null ? null : (withTransform(JSON.parse(text)) as BatchTransform)

/** Parses the content of a saved mapping. */
export const parseMappingContent = <T extends object>(text: string): T => withTransform(JSON.parse(text)) as T

const savedListSchema = z.object({
  table: z.object({ kind: z.literal('drugs'), of: z.object({ setId: z.string() }) }),
})

/** Parses the settings of an export preset or an export. Returns null if a newer version wrote unknown settings. */
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

/** Formats a scope in its original stored form. Equal scopes give equal texts, so a scope has one plan. */
export function formatScope(scope: OfflineSyncScope): string {
  if (scope.kind === 'category') return JSON.stringify({ kind: 'category', category: scope.category })
  if (scope.kind === 'list') return JSON.stringify({ kind: 'set', setId: scope.listId })
  return JSON.stringify({ kind: scope.kind })
}

/** Parses a stored scope. Throws for any other text. */
export const parseScope = (text: string): OfflineSyncScope => storedScopeSchema.parse(JSON.parse(text))

/** Formats a message for its column. */
export const formatMessage = (message: Message): string => JSON.stringify(message)

/** Parses a stored message. Earlier versions stored the English sentence itself. */
export function parseMessage(text: string | null): Message | null {
  if (text === null) return null
  return readMessage(parseJson(text)) ?? joinMessages([text])
}
