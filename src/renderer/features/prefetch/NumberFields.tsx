import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './prefetch.module.css'
import type { Wish } from './wish.ts'

const mostPerHour = 1_000_000
const mostDays = 3650

type Props = Pick<Wish, 'perHour' | 'refreshDays'> & { change(part: Partial<Wish>): void }

/** How fast and how fresh; an empty field is null. */
export function NumberFields({ perHour, refreshDays, change }: Props) {
  const { t } = useTranslation('prefetch')
  const common = {
    size: 'xs',
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'strict',
    thousandSeparator: ',',
    inputWrapperOrder: ['label', 'input', 'description'] as ('label' | 'input' | 'description')[],
    classNames: { description: classes.description ?? '' },
  } as const
  const read = (value: number | string): number | null => (typeof value === 'number' ? value : null)
  return (
    <div className={classes.numbers}>
      <NumberInput
        {...common}
        label={t('form.perHour')}
        description={t('form.perHourHint')}
        min={1}
        max={mostPerHour}
        step={100}
        value={perHour ?? ''}
        onChange={(value) => change({ perHour: read(value) })}
      />
      <NumberInput
        {...common}
        label={t('form.refresh')}
        description={t('form.refreshHint')}
        min={0}
        max={mostDays}
        value={refreshDays ?? ''}
        onChange={(value) => change({ refreshDays: read(value) })}
      />
    </div>
  )
}
