import { type KeyboardEvent, useEffect, useRef } from 'react'
import classes from './grid.module.css'
import type { Grid } from './useGrid.ts'

type Props = { label: string; text: string; end: Grid['end'] }

const stay = { rows: 0, columns: 0 }

/** The field in which a cell is written: Enter and Tab keep it and move on, Escape leaves it as it was. */
export function CellInput({ label, text, end }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(text.length, text.length)
  }, [text])
  const finish = (value: string | null, step: Parameters<Grid['end']>[1]) => {
    if (ended.current) return
    // The field leaves the page, which is heard as a loss of focus.
    ended.current = true
    end(value, step)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, shiftKey } = event
    const { value } = event.currentTarget
    // A name may be written in characters that are chosen by Enter.
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') finish(null, stay)
    else if (key === 'Enter') finish(value, { rows: shiftKey ? -1 : 1, columns: 0 })
    else if (key === 'Tab') finish(value, { rows: 0, columns: shiftKey ? -1 : 1 })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={classes.input}
      aria-label={label}
      defaultValue={text}
      maxLength={32_767}
      onKeyDown={keyDown}
      onBlur={({ currentTarget }) => finish(currentTarget.value, stay)}
    />
  )
}
