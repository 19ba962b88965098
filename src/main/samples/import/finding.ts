import type { Problem, ReadingNote } from '../../../shared/domain/samples/importing.ts'
import type { OrderFields } from '../../../shared/domain/samples/sample.ts'
import type { Message } from '../../../shared/words/message.ts'

/** A finding about one cell. The caller adds the row, column and value. */
export type Finding = Pick<Problem, 'rule' | 'message' | 'severity'>

export const error = (rule: string, message: Message): Finding => ({ rule, message, severity: 'error' })
export const warning = (rule: string, message: Message): Finding => ({ rule, message, severity: 'warning' })
/** Reports that the value sent differs from the cell, at the user's request or by a fixed rule. */
export const note = (rule: string, message: Message): Finding => ({ rule, message, severity: 'note' })

/** A cell's value as it will be sent (undefined: none), with its findings. */
export type Checked = {
  value?: string | number
  findings: readonly Finding[]
  /** What reading did to the cell, counted for its column. */
  reading?: CellReading
}

/** Counted in a `ReadingNote` of the column. */
export type CellReading = 'age-unit-in-cell' | 'age-unit-differs' | 'date-time' | 'age-noted'

export type CheckCell = (cell: string) => Checked

/** The fields read from a row so far. */
export type Fields = Partial<OrderFields>

/** A rule that needs many rows: it observes each row and reports once all were read. */
export type FileRule = {
  /** Returns false once no further row can change the report. */
  observe(row: number, cells: readonly string[], fields: Fields): boolean
  problems?(): Problem[]
  notes?(): ReadingNote[]
}

/** One empty list shared by all valid cells, since there may be millions. */
export const noFindings: readonly Finding[] = []

export const refusedCell = (rule: string, message: Message): Checked => ({ findings: [error(rule, message)] })
