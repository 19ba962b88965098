import { useMemo, useState } from 'react'
import type { DrugSetMember } from '../../../shared/domain/drug.ts'
import type { Sort } from '../../ui/columnLayout.ts'
import { arrange } from './members.ts'

/** Which drugs of a list are shown, in which order, and which of them are ticked. */
export function useChoice(members: readonly DrugSetMember[], sort: Sort) {
  const [text, setText] = useState('')
  const [chosen, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => arrange(members, text, sort), [members, text, sort])
  // A drug that has left the list is no longer chosen, whoever took it out.
  const ticked = useMemo(
    () => new Set(members.map(({ drugId }) => drugId).filter((drugId) => chosen.has(drugId))),
    [members, chosen],
  )
  return { text, setText, rows, ticked, setTicked }
}

export type Choice = ReturnType<typeof useChoice>
