import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import classes from './FilterField.module.css'

type Props = Omit<TextInputProps, 'onChange' | 'value'> & {
  text: string
  setText(text: string): void
  /** The label of the clear button; there is no button if left out. */
  clearLabel?: string
}

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
