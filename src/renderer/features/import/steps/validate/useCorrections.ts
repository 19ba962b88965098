import { useCallback, useRef, useState } from 'react'
import type { CellEdit, Replacement } from '../../../../../shared/domain/samples/importing.ts'
import { useAction } from '../../../../client/useAction.ts'
import { useImport } from '../../useWizard.ts'

type Typed = ReadonlyMap<string, { value: string; edits: number }>
type Job = { work(): Promise<unknown>; typed: CellEdit[] }

const typedKey = (row: number, column: string): string => `${row} ${column}`

/**
 * Corrections of one draft, sent one after another in the order in which they were made. `typed`: cells as they were
 * written, shown until a check knows them. What was refused is taken out of sight, and said; the others still count.
 */
export function useCorrections(draftId: string, checkedEdits: number) {
  const { changeCells, editCount } = useImport()
  const waiting = useRef<Job[]>([])
  const [typed, setTyped] = useState<Typed>(new Map())
  const drain = useAction(async () => {
    const refused: unknown[] = []
    for (let job = waiting.current[0]; job; job = waiting.current[0]) {
      const [result] = await Promise.allSettled([job.work()])
      waiting.current.shift()
      if (result.status === 'rejected') refused.push(result.reason)
      const known = result.status === 'fulfilled' ? editCount() : null
      setTyped((before) => settled(before, job.typed, known))
    }
    if (refused.length > 0) throw refused[0]
  })

  function run(job: Job): void {
    waiting.current.push(job)
    void drain.run()
  }

  const typedAt = useCallback(
    (row: number, column: string): string | undefined => {
      const cell = typed.get(typedKey(row, column))
      return cell && cell.edits > checkedEdits ? cell.value : undefined
    },
    [typed, checkedEdits],
  )

  return {
    typedAt,
    edit: (edits: CellEdit[]) => {
      const entries = edits.map(
        ({ row, column, value }) =>
          [typedKey(row, column), { value, edits: Number.MAX_SAFE_INTEGER }] as const,
      )
      setTyped((before) => new Map([...before, ...entries]))
      run({ work: () => changeCells.edit(draftId, edits), typed: edits })
    },
    step: (way: 'undo' | 'redo') => {
      setTyped(new Map())
      run({ work: () => changeCells[way](draftId), typed: [] })
    },
    replace: (replacement: Replacement, done: (cells: number) => void) =>
      run({
        work: async () => done((await changeCells.replace(draftId, replacement)).cells),
        typed: [],
      }),
    pending: drain.pending,
    failure: drain.failure,
  }
}

export type Corrections = ReturnType<typeof useCorrections>

/** From here on a check of so many changes knows these cells; null: they were refused, and do not stand there. */
function settled(before: Typed, edits: CellEdit[], known: number | null): Typed {
  const now = new Map(before)
  for (const { row, column, value } of edits) {
    const key = typedKey(row, column)
    if (now.get(key)?.value !== value) continue
    if (known === null) now.delete(key)
    else now.set(key, { value, edits: known })
  }
  return now
}
