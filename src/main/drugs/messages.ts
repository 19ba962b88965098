import type { Failure } from '../../shared/contract/failures.ts'
import { joinMessages, type Message, message } from '../../shared/messages/message.ts'

/** Null where there is none. */
export function joinNotices(...parts: (Message | null)[]): Message | null {
  return parts.every((part) => part === null) ? null : joinMessages(parts)
}

export const cacheFallbackMessage = ({ userMessage }: Failure): Message =>
  joinMessages([userMessage, message`You see cached drugs.`])
