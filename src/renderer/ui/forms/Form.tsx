import { Stack, type StackProps } from '@mantine/core'

/** A form with its fields in a column. Submitting it calls `submit` and loads no page. */
export const Form = ({ submit, ...props }: StackProps & { submit(): void }) => (
  <Stack
    component="form"
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
    {...props}
  />
)
