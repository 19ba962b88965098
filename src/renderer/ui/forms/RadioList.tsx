import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type Option<V extends string> = {
  value: V
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
  /** The language of the label, if it differs from the page's. */
  lang?: string
}

type Props<V extends string> = {
  label: string
  value: V | null
  options: readonly Option<NoInfer<V>>[]
  change(value: NoInfer<V>): void
  size?: 'xs' | 'sm'
  gap?: 'tight' | 'sm'
  /** Focuses the chosen option when the dialog opens. */
  focusChosen?: boolean
}

export function RadioList<V extends string>(props: Props<V>) {
  const { label, value, options, change, size = 'xs', gap = 'sm', focusChosen = false } = props
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        const option = options.find((one) => one.value === chosen)
        if (option) change(option.value)
      }}
    >
      <Stack gap={gap} mt={gap}>
        {options.map((option) => (
          <Radio
            key={option.value}
            size={size}
            data-autofocus={(focusChosen && option.value === value) || undefined}
            {...option}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
