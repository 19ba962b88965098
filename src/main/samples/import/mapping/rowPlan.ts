import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'

/**
 * The source of a field's value; indices are positions in a record. `column`: the column that problems name, the first
 * one of joined columns; null for a constant.
 */
export type FieldSource = {
  rule: FieldRule
  column: string | null
  from:
    | { kind: 'column'; index: number }
    | { kind: 'joined'; indices: number[]; separator: string }
    | { kind: 'constant'; value: string }
    /** The age between the days of two columns, birth first. */
    | { kind: 'dates'; indices: [number, number] }
}

/** The result of each record: the fields of its order, and the notes that are stored locally with the sample. */
export type RowPlan = { fields: FieldSource[]; notes: { name: string; index: number }[] }
