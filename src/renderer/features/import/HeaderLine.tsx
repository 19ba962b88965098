import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  label: string
  /** null: none is set. */
  line: number | null
  change(line: number): void
  /** Where the line need not be set: what stands there then, and how it is taken away. */
  unset?: { word: string; clear(): void }
  disabled: boolean
}

/** The line of the header, or the last one: it is taken with Enter or on leaving the field, since each is another reading of the file. */
export function HeaderLine({ label, line, change, unset, disabled }: Props) {
  const [written, setWritten] = useState<number | string | null>(null)
  const take = () => {
    setWritten(null)
    if (written === '' && line !== null) unset?.clear()
    if (typeof written === 'number' && written >= 1 && written !== line) change(written)
  }
  return (
    <NumberInput
      size="xs"
      w={110}
      label={label}
      disabled={disabled}
      min={1}
      allowDecimal={false}
      clampBehavior="strict"
      value={written ?? line ?? ''}
      {...(unset ? { placeholder: unset.word } : {})}
      onChange={setWritten}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
