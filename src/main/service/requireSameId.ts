import { isDotsAlone, maxIdLength } from '../../shared/domain/sample.ts'
import { unreadableResponse } from './apiResponse.ts'

/**
 * The identifier asked for. An answer that names another one is refused: results of one sample must never be
 * kept as another's. Without a question it is what the answer says, where that can be used.
 */
export function requireSameId(
  receivedId: string | null,
  requestedId: string | null,
  endpoint: string,
): string | null {
  if (requestedId === null && receivedId !== null && receivedId.length > maxIdLength)
    throw unreadableResponse(
      endpoint,
      `it names an identifier of ${receivedId.length} characters, and at most ${maxIdLength} can be used`,
    )
  if (requestedId === null && receivedId !== null && isDotsAlone(receivedId))
    throw unreadableResponse(endpoint, `it names the identifier "${receivedId}", which no address can hold`)
  if (requestedId === null) return receivedId
  if (receivedId !== null && receivedId.toLowerCase() !== requestedId.trim().toWellFormed().toLowerCase())
    throw unreadableResponse(endpoint, 'it is about another record than the one asked for')
  return requestedId
}
