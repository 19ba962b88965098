import type { FieldRule } from '../../../../shared/domain/samples/orderForm.ts'

/**
 * Where a field's value comes from; indices are places in a record. `column`: what a problem names, the first of joined
 * ones; null for a constant.
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

/** What is made of each record: the fields of its order, and what is stored here with the sample. */
export type RowPlan = { fields: FieldSource[]; notes: { name: string; index: number }[] }
