import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './FilterField.module.css'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  text: string
  setText(text: string): void
  /** Of the button that empties the field; left out: there is none. */
  clearLabel?: string
}

/** A field to find by, emptied by a button. */
export const FilterField = ({ text, setText, clearLabel, className = '', ...more }: Props) => (
  <TextInput
    type="search"
    size="xs"
    className={`${classes.field} ${className}`}
    leftSection={<IconSearch size={14} aria-hidden />}
    rightSection={
      clearLabel && text && <CloseButton size="xs" aria-label={clearLabel} onClick={() => setText('')} />
    }
    {...more}
    value={text}
    onChange={({ currentTarget }) => setText(currentTarget.value)}
  />
)
