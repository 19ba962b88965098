import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../shared/domain/cohort.ts'
import classes from './cohort.module.css'
import { useLook } from './useLook.ts'

type Props = { options: readonly Covariate[]; colour: string; shape: string }

/** What the colours and the shapes of the points say. */
export function ColourTools({ options, colour, shape }: Props) {
  const { t } = useTranslation('cohort')
  const { go } = useLook()
  const choices = (chosen: string) => [
    { value: '', label: t('nothing') },
    ...(chosen === '' || options.some(({ name }) => name === chosen)
      ? []
      : [{ value: chosen, label: chosen }]),
    ...options.map(({ name }) => ({ value: name, label: name })),
  ]
  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('colour')}
        value={colour}
        onChange={({ currentTarget }) => go({ colour: currentTarget.value })}
        data={choices(colour)}
      />
      <NativeSelect
        size="xs"
        className={classes.choice ?? ''}
        label={t('shape')}
        value={shape}
        onChange={({ currentTarget }) => go({ shape: currentTarget.value || null })}
        data={choices(shape)}
      />
    </>
  )
}
