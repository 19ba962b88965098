import { z } from 'zod'
import { isMessage, type StoredMessage } from './message.ts'

/** A message in stored JSON; a plain string was stored by an earlier version. */
export const storedMessageSchema = z.custom<StoredMessage>(
  (value) => typeof value === 'string' || isMessage(value),
)
