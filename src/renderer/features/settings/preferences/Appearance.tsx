import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ColourScale, toCss } from '../../../../figures/style/colours.ts'
import { defaultPalettes, type Palettes, tableFor } from '../../../../figures/style/palettes.ts'
import { dateFormats, numberFormats, type Settings } from '../../../../shared/domain/app/settings.ts'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Row, Section } from '../SettingParts.tsx'
import classes from '../settings.module.css'
import { useSettings } from '../useSettings.ts'

const diverging = ['RdBu', 'PuOr', 'BrBG'] as const
const sequential = ['viridis', 'cividis'] as const

/** Sets the look of the page, tables, numbers, dates and colors. Changes apply immediately in every window. */
export function Appearance() {
  const { t } = useTranslation('settings')
  const { settings, change, resetOf, failure } = useSettings()
  return (
    <>
      {failure && <FailureNotice flush failure={failure} />}
      <Section title={t('appearance.title')}>
        <Row setting="theme" name={t('appearance.theme')} reset={resetOf('theme')}>
          {(ids) => (
            <SegmentedControl
              {...ids}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
              data={[
                { value: 'system', label: t('appearance.system') },
                { value: 'light', label: t('appearance.light') },
                { value: 'dark', label: t('appearance.dark') },
              ]}
            />
          )}
        </Row>
        <Row setting="language" name={t('appearance.language')} reset={resetOf('language')}>
          {(ids) => (
            <SegmentedControl
              {...ids}
              value={settings.language}
              onChange={(language) => change({ language })}
              data={[
                { value: 'system', label: t('appearance.system') },
                // Each language is named in itself, so that users who cannot read the current one find their own.
                { value: 'en', label: 'English' },
                { value: 'zh-CN', label: '简体中文' },
              ]}
            />
          )}
        </Row>
        <Row
          setting="density"
          name={t('appearance.density')}
          hint={t('appearance.densityHint')}
          reset={resetOf('density')}
        >
          {(ids) => (
            <SegmentedControl
              {...ids}
              value={settings.density}
              onChange={(density) => change({ density })}
              data={[
                { value: 'compact', label: t('appearance.compact') },
                { value: 'comfortable', label: t('appearance.comfortable') },
              ]}
            />
          )}
        </Row>
      </Section>
      <Section title={t('formats.title')}>
        <Row
          setting="numberFormat"
          name={t('formats.numbers')}
          hint={t('formats.hint')}
          reset={resetOf('numberFormat')}
        >
          {(ids) => (
            <NativeSelect
              w={190}
              {...ids}
              value={settings.numberFormat}
              onChange={({ currentTarget }) =>
                change({ numberFormat: currentTarget.value as Settings['numberFormat'] })
              }
              data={numberFormats.map((value) => ({ value, label: t(`formats.number.${value}`) }))}
            />
          )}
        </Row>
        <Row setting="dateFormat" name={t('formats.days')} reset={resetOf('dateFormat')}>
          {(ids) => (
            <NativeSelect
              w={190}
              {...ids}
              value={settings.dateFormat}
              onChange={({ currentTarget }) =>
                change({ dateFormat: currentTarget.value as Settings['dateFormat'] })
              }
              data={dateFormats.map((value) => ({ value, label: t(`formats.day.${value}`) }))}
            />
          )}
        </Row>
      </Section>
      <Section title={t('colours.title')}>
        <Row
          setting="divergingPalette"
          name={t('colours.diverging')}
          hint={t('colours.divergingHint')}
          reset={resetOf('divergingPalette')}
        >
          {(ids) => (
            <PaletteChoice
              {...ids}
              kind="diverging"
              names={diverging}
              value={settings.divergingPalette}
              choose={(divergingPalette) => change({ divergingPalette })}
            />
          )}
        </Row>
        <Row
          setting="sequentialPalette"
          name={t('colours.sequential')}
          hint={t('colours.sequentialHint')}
          reset={resetOf('sequentialPalette')}
        >
          {(ids) => (
            <PaletteChoice
              {...ids}
              kind="sequential"
              names={sequential}
              value={settings.sequentialPalette}
              choose={(sequentialPalette) => change({ sequentialPalette })}
            />
          )}
        </Row>
      </Section>
    </>
  )
}

type Props<N extends string> = {
  kind: ColourScale['kind']
  names: readonly N[]
  value: N
  choose(name: N): void
  'aria-labelledby': string
  'aria-describedby'?: string
}

const steps = 9

/** Chooses a color map; each option shows its colors from low to high. */
function PaletteChoice<N extends string>({ kind, names, value, choose, ...ids }: Props<N>) {
  return (
    <SegmentedControl
      {...ids}
      value={value}
      onChange={choose}
      data={names.map((name) => ({
        value: name,
        label: (
          <span className={classes.palette}>
            <span aria-hidden className={classes.ramp} style={{ background: rampOf(kind, name) }} />
            {name}
          </span>
        ),
      }))}
    />
  )
}

function rampOf(kind: ColourScale['kind'], name: string): string {
  const table = tableFor(kind, { ...defaultPalettes, [kind]: name } as Palettes)
  const stops = Array.from({ length: steps }, (_, step) =>
    toCss(table[Math.round((step / (steps - 1)) * 255)] ?? [0, 0, 0]),
  )
  return `linear-gradient(to right, ${stops.join(', ')})`
}
