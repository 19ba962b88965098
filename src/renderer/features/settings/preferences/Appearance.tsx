import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type ColourScale,
  defaultPalettes,
  type Palettes,
  tableFor,
  toCss,
} from '../../../../figures/style/colours.ts'
import { dateFormats, numberFormats } from '../../../../shared/domain/app/settings.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { ChoiceRow, Section, SelectRow, useSettings } from '../SettingParts.tsx'
import classes from '../settings.module.css'

const themes = ['system', 'light', 'dark'] as const
const densities = ['compact', 'comfortable'] as const
const diverging = ['RdBu', 'PuOr', 'BrBG'] as const
const sequential = ['viridis', 'cividis'] as const

/** Sets the look of the page, tables, numbers, dates and colors. Changes apply immediately in every window. */
export function Appearance() {
  const { t } = useTranslation('settings')
  const settings = useSettings()
  return (
    <>
      {settings.failure && <FailureNotice flush failure={settings.failure} />}
      <Section title={t('appearance.title')}>
        <ChoiceRow
          of={settings}
          setting="theme"
          name={t('appearance.theme')}
          options={themes.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        />
        <ChoiceRow
          of={settings}
          setting="language"
          name={t('appearance.language')}
          options={[
            { value: 'system', label: t('appearance.system') },
            // Each language is named in itself, so that users who cannot read the current one find their own.
            { value: 'en', label: 'English' },
            { value: 'zh-CN', label: '简体中文' },
          ]}
        />
        <ChoiceRow
          of={settings}
          setting="density"
          name={t('appearance.density')}
          hint={t('appearance.densityHint')}
          options={densities.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        />
      </Section>
      <Section title={t('formats.title')}>
        <SelectRow
          of={settings}
          setting="numberFormat"
          name={t('formats.numbers')}
          hint={t('formats.hint')}
          options={numberFormats.map((value) => ({ value, label: t(`formats.number.${value}`) }))}
        />
        <SelectRow
          of={settings}
          setting="dateFormat"
          name={t('formats.days')}
          options={dateFormats.map((value) => ({ value, label: t(`formats.day.${value}`) }))}
        />
      </Section>
      <Section title={t('colours.title')}>
        <ChoiceRow
          of={settings}
          setting="divergingPalette"
          name={t('colours.diverging')}
          hint={t('colours.divergingHint')}
          options={diverging.map((value) => ({ value, label: <Palette kind="diverging" name={value} /> }))}
        />
        <ChoiceRow
          of={settings}
          setting="sequentialPalette"
          name={t('colours.sequential')}
          hint={t('colours.sequentialHint')}
          options={sequential.map((value) => ({ value, label: <Palette kind="sequential" name={value} /> }))}
        />
      </Section>
    </>
  )
}

type PaletteProps = { kind: ColourScale['kind']; name: string }

const Palette = ({ kind, name }: PaletteProps) => (
  <Group component="span" display="inline-flex" gap="sm" wrap="nowrap">
    <span aria-hidden className={classes.ramp} style={{ background: toGradient(kind, name) }} />
    {name}
  </Group>
)

const steps = 9

function toGradient(kind: ColourScale['kind'], name: string): string {
  const table = tableFor(kind, { ...defaultPalettes, [kind]: name } as Palettes)
  const stops = Array.from({ length: steps }, (_, step) =>
    toCss(table[Math.round((step / (steps - 1)) * 255)] ?? [0, 0, 0]),
  )
  return `linear-gradient(to right, ${stops.join(', ')})`
}
