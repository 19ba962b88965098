import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'

type TextFieldProps = Omit<ComponentProps<typeof TextInput>, 'onChange'> & { change(text: string): void }

/** A text input whose `change` receives the text. Its default limit is the contract's limit for a value. */
export const TextField = ({ change, ...props }: TextFieldProps) => (
  <TextInput
    size="xs"
    maxLength={1000}
    onChange={({ currentTarget }) => change(currentTarget.value)}
    {...props}
  />
)

type CheckFieldProps = Omit<ComponentProps<typeof Checkbox>, 'onChange'> & { change(checked: boolean): void }

/** A check box whose `change` receives its state. */
export const CheckField = ({ change, ...props }: CheckFieldProps) => (
  <Checkbox onChange={({ currentTarget }) => change(currentTarget.checked)} {...props} />
)

type SelectFieldProps<Value extends string> = Omit<
  ComponentProps<typeof NativeSelect>,
  'onChange' | 'data'
> & { options: readonly (Value | { value: Value; label: string })[]; change(value: Value): void }

/** A select whose `change` receives the chosen value. */
export function SelectField<Value extends string>({ options, change, ...props }: SelectFieldProps<Value>) {
  const data = options.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  return (
    <NativeSelect
      data={data}
      onChange={({ currentTarget }) => {
        const chosen = data.find(({ value }) => value === currentTarget.value)
        if (chosen) change(chosen.value)
      }}
      {...props}
    />
  )
}
