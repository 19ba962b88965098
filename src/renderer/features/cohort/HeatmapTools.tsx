import { MultiSelect, NativeSelect, Stack } from '@mantine/core'
import { IconBinaryTree, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { distanceSchema, everySample, linkageSchema } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { PopoverButton } from '../../ui/PopoverButton.tsx'
import { clusterings, mostTracks } from './look.ts'
import { useLook } from './useLook.ts'

/** What is clustered and how, and which properties of the samples stand above the columns. */
export function HeatmapTools() {
  const { t } = useTranslation('cohort')
  const { look, go } = useLook()
  const covariates = useCall('results.covariates', { of: everySample }).data ?? []
  const strangers = look.tracks.filter((name) => covariates.every((one) => one.name !== name))
  return (
    <>
      <PopoverButton
        label={t(`cluster.button.${look.cluster}`)}
        icon={<IconBinaryTree size={14} stroke={1.5} aria-hidden />}
        size="xs"
        width={260}
      >
        {() => <Clustering />}
      </PopoverButton>
      <PopoverButton
        label={
          look.tracks.length === 0 ? t('tracks.title') : t('tracks.button', { count: look.tracks.length })
        }
        icon={<IconColumns3 size={14} stroke={1.5} aria-hidden />}
        size="xs"
        width={280}
      >
        {() => (
          <MultiSelect
            size="xs"
            label={t('tracks.label', { most: mostTracks })}
            searchable
            openOnFocus={false}
            maxValues={mostTracks}
            comboboxProps={{ withinPortal: false }}
            value={[...look.tracks]}
            onChange={(tracks) => go({ tracks })}
            data={[...covariates.map(({ name }) => name), ...strangers]}
          />
        )}
      </PopoverButton>
    </>
  )
}

function Clustering() {
  const { t } = useTranslation('cohort')
  const { look, go } = useLook()
  const isOff = look.cluster === 'none'
  return (
    <Stack gap={8}>
      <NativeSelect
        size="xs"
        data-autofocus
        label={t('cluster.label')}
        value={look.cluster}
        onChange={({ currentTarget: { value } }) =>
          go({ cluster: clusterings.find((one) => one === value) ?? 'both' })
        }
        data={clusterings.map((value) => ({ value, label: t(`cluster.by.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        label={t('cluster.linkage')}
        disabled={isOff}
        value={look.linkage}
        onChange={({ currentTarget }) => go({ linkage: linkageSchema.parse(currentTarget.value) })}
        data={linkageSchema.options.map((value) => ({ value, label: t(`cluster.linkages.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        label={t('cluster.distance')}
        disabled={isOff}
        value={look.distance}
        onChange={({ currentTarget }) => go({ distance: distanceSchema.parse(currentTarget.value) })}
        data={distanceSchema.options.map((value) => ({ value, label: t(`cluster.distances.${value}`) }))}
      />
    </Stack>
  )
}
