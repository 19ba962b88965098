import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = { label: string; line: number; change(line: number): void; disabled: boolean }

/** The line of the header: it is taken with Enter or on leaving the field, since each is another reading of the file. */
export function HeaderLine({ label, line, change, disabled }: Props) {
  const [written, setWritten] = useState<number | string | null>(null)
  const take = () => {
    setWritten(null)
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
      value={written ?? line}
      onChange={setWritten}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take()
      }}
    />
  )
}
