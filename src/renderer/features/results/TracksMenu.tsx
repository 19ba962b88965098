import { Checkbox, Stack, Text } from '@mantine/core'
import { IconLayoutList } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { useCohort } from '../../state/useCohort.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import classes from './results.module.css'
import { parseLayout, toLayoutSearch } from './tableLayout.ts'

/** Columns of the register along the heatmap: those of the table, but for the group, which it always shows. */
export function useTracks() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const { of } = useCohort().selection
  const known = useCall('results.covariates', { of }).data
  const shown = useMemo(() => parseLayout(search).covariates.filter((name) => name !== 'group'), [search])
  const kindOf = useCallback(
    (name: string): Covariate['kind'] => known?.find((one) => one.name === name)?.kind ?? 'categories',
    [known],
  )
  return { known: known ?? [], shown, kindOf }
}

/** Which of them are drawn. */
export function TracksMenu() {
  const { t } = useTranslation('results')
  return (
    <PopoverButton
      label={t('tracks.title')}
      icon={<IconLayoutList size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={260}
    >
      {() => <Tracks />}
    </PopoverButton>
  )
}

function Tracks() {
  const { t } = useTranslation('results')
  const navigate = useNavigate()
  const { known, shown } = useTracks()
  const show = (name: string, wanted: boolean) => {
    const written = (before: Record<string, unknown>) => {
      const layout = parseLayout(before)
      const others = layout.covariates.filter((one) => one !== name)
      return { ...before, ...toLayoutSearch({ ...layout, covariates: wanted ? [...others, name] : others }) }
    }
    void navigate({ to: '/results/heatmap', search: written as never, replace: true })
  }
  const others = known.filter(({ name }) => name !== 'group')
  return (
    <Stack gap={8} className={classes.tracks ?? ''}>
      <Text fz={12} c="dimmed">
        {others.length > 0 ? t('tracks.about') : t('tracks.none')}
      </Text>
      {others.map(({ name }) => (
        <Checkbox
          key={name}
          size="xs"
          label={<bdi>{name}</bdi>}
          checked={shown.includes(name)}
          onChange={({ currentTarget }) => show(name, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
