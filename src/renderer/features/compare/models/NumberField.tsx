import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The time until a typed number counts. */
const typingMs = 500

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
  /** Undefined: the field is empty. */
  value: number | undefined
  change(value: number | undefined): void
  min?: number
  max?: number
  /** The number must be above 0. */
  isPositive?: boolean
}

/** A number that counts once the user stops typing. An unfinished or invalid number changes nothing. */
export function NumberField({ value, change, min = 0, max = 1e300, isPositive = false, ...props }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? '')
  const [known, setKnown] = useState(value)
  // Another value came from the address, unless it is the typed one.
  if (known !== value) {
    setKnown(value)
    if (typed === '' ? value !== undefined : Number(typed) !== value) setTyped(value ?? '')
  }
  const isValid = (next: number | string) =>
    next === '' || (Number(next) >= min && Number(next) <= max && (!isPositive || Number(next) > 0))
  const commit = useDebouncedCallback(
    (next: number | string) => {
      if (isValid(next)) change(next === '' ? undefined : Number(next))
    },
    { delay: typingMs, flushOnUnmount: true },
  )
  return (
    <NumberInput
      size="xs"
      allowNegative={false}
      min={min}
      max={max}
      {...props}
      value={typed}
      onChange={(next) => {
        setTyped(next)
        commit(next)
      }}
      onBlur={() => {
        commit.flush()
        if (!isValid(typed)) setTyped(value ?? '')
      }}
    />
  )
}
