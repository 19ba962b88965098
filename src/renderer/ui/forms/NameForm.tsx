import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './NameForm.module.css'

type Props = { label: string; action: string; name?: string; disabled?: boolean; submit(name: string): void }

export function NameForm({ label, action, name = '', disabled = false, submit }: Props) {
  const [text, setText] = useState(name)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit(text.trim())
        setText('')
      }}
    >
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        disabled={disabled}
        data-autofocus={name === '' || undefined}
        // When renaming, the field replaces the button that opened it, in a dialog that already has the focus.
        autoFocus={name !== ''}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={disabled || text.trim() === ''}>
        {action}
      </Button>
    </form>
  )
}
