import type { Message } from '../../words/message.ts'

export type ColumnType = 'text' | 'number' | 'integer' | 'boolean' | 'time' | 'mixed'

/**
 * One line of the data dictionary. `type`: `mixed` has numbers in some rows and texts in others; times are ISO 8601,
 * UTC. `unit`: null if the column has none (such as an id or a text); `notDocumented` if the service does not document
 * it. `parsedType`: the declared type of its values, though rows may hold anything else; undeclared fields are text.
 */
export type TableColumn = {
  name: string
  type: ColumnType
  unit: string | null
  about: Message
  parsedType?: 'number' | 'day' | 'time' | 'text'
}

export const notDocumented = 'not documented'
