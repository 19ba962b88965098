import type { ReactNode } from 'react'
import type { TextRange } from '../../../shared/domain/drug.ts'

/** A text with what was found in it marked, whose direction of writing ends with it; ranges that do not fit the text are passed over. */
export function Marked({ text, ranges }: { text: string; ranges: readonly TextRange[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    if (start < at || end <= start || end > text.length) continue
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return (
    <bdi>
      {parts}
      {text.slice(at)}
    </bdi>
  )
}
