import { isDotsAlone, longestId } from '../../shared/domain/sample.ts'
import { unreadable } from './answers.ts'

/**
 * The identifier asked for. An answer that names another one is refused: results of one sample must never be
 * kept as another's. Without a question it is what the answer says, where that can be used.
 */
export function sameId(answered: string | null, asked: string | null, endpoint: string): string | null {
  if (asked === null && answered !== null && answered.length > longestId)
    throw unreadable(
      endpoint,
      `it names an identifier of ${answered.length} characters, and at most ${longestId} can be used`,
    )
  if (asked === null && answered !== null && isDotsAlone(answered))
    throw unreadable(endpoint, `it names the identifier "${answered}", which no address can hold`)
  if (asked === null) return answered
  if (answered !== null && answered.toLowerCase() !== asked.trim().toWellFormed().toLowerCase())
    throw unreadable(endpoint, 'it is about another record than the one asked for')
  return asked
}
