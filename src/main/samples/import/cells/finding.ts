import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import type { Message } from '../../../../shared/messages/message.ts'

/** What a check says about one cell; the row, column and value are known to the caller. */
export type Finding = Pick<Problem, 'rule' | 'message' | 'severity'>

export const error = (rule: string, message: Message): Finding => ({ rule, message, severity: 'error' })
export const warning = (rule: string, message: Message): Finding => ({ rule, message, severity: 'warning' })
/** That something else is sent than what stands there, as was requested or is always meant. */
export const note = (rule: string, message: Message): Finding => ({ rule, message, severity: 'note' })

/** A message as a part of a longer sentence. */
export const withoutFullStop = (message: Message): Message => ({
  ...message,
  template: message.template.replace(/\.$/, ''),
})

/** A cell's value as it will be sent (undefined: nothing), and what is to be said about it. */
export type Checked = {
  value?: string | number
  findings: readonly Finding[]
  /** What reading did to the cell, counted for its column. */
  reading?: CellReading
}

/** Counted in a `ReadingNote` of the column. */
export type CellReading = 'age-unit-in-cell' | 'age-unit-differs' | 'date-time' | 'age-noted'

export type CheckCell = (cell: string) => Checked

/** Watches the cells of a column for what only all of them together show. */
export type ColumnDetector = {
  /** False once no further cell can change what is found. */
  observe(row: number, cell: string): boolean
  findings(): Problem[]
}

/** Shared by all sound cells, of which there are millions. */
export const noFindings: readonly Finding[] = []

export const refusedCell = (rule: string, message: Message): Checked => ({ findings: [error(rule, message)] })
