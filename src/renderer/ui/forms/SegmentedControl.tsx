import { type ReactNode, useId } from 'react'
import classes from './SegmentedControl.module.css'

type Option<V extends string> = V | { value: V; label: ReactNode }

type Props<V extends string> = {
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
  className?: string | undefined
  /** `sm`: as high as a form field. */
  size?: 'sm'
  fullWidth?: boolean
  disabled?: boolean
  data: readonly Option<NoInfer<V>>[]
  value: V
  onChange(value: NoInfer<V>): void
}

/**
 * A choice between a few options, side by side. Unlike Mantine's control, it does not measure itself for a sliding
 * mark, which forces a layout of the page during the click.
 */
export function SegmentedControl<V extends string>(props: Props<V>) {
  const { className, size, fullWidth, disabled, data, value, onChange, ...labels } = props
  const id = useId()
  return (
    <div
      role="radiogroup"
      className={className === undefined ? classes.root : `${classes.root} ${className}`}
      data-small={size === undefined || undefined}
      data-wide={fullWidth || undefined}
      {...labels}
    >
      {data.map((option) => {
        const { value: own, label } = typeof option === 'string' ? { value: option, label: option } : option
        return (
          <div key={own} className={classes.option}>
            <input
              type="radio"
              id={`${id}-${own}`}
              name={id}
              value={own}
              checked={own === value}
              disabled={disabled}
              onChange={() => onChange(own)}
            />
            <label htmlFor={`${id}-${own}`}>{label}</label>
          </div>
        )
      })}
    </div>
  )
}
