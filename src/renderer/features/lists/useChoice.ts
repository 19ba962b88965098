import { useMemo, useState } from 'react'
import type { DrugSetMember } from '../../../shared/domain/drug.ts'
import { arrange, type Sorting } from './members.ts'

/** Which drugs of a list are shown, in which order, and which of them are ticked. */
export function useChoice(members: readonly DrugSetMember[]) {
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<Sorting>({ by: 'name', order: 'asc' })
  const [chosen, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => arrange(members, text, sorting), [members, text, sorting])
  // A drug that has left the list is no longer chosen, whoever took it out.
  const ticked = useMemo(
    () => new Set(members.map(({ drugId }) => drugId).filter((drugId) => chosen.has(drugId))),
    [members, chosen],
  )
  return { text, setText, sorting, setSorting, rows, ticked, setTicked }
}

export type Choice = ReturnType<typeof useChoice>
