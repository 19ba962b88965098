import { Checkbox, Input, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  bounds,
  dpiPresets,
  type FigureFormat,
  type FigurePreset,
  figureFormats,
  figurePresets,
  presetOf,
} from './figureChoice.ts'
import classes from './figureDialog.module.css'
import { toPixels } from './figureFile.ts'
import { type FigureForm, isWithin } from './useFigurePage.ts'

type Props = { form: FigureForm; withPdf: boolean }

/** Format, size on paper, letters, resolution and background. */
export function FigureFields({ form, withPdf }: Props) {
  const { t } = useTranslation('figure')
  const { choice, change, page, tightMm } = form
  const formats = figureFormats.filter((one) => one !== 'pdf' || withPdf)
  const preset = presetOf(choice)
  const presets = Object.keys(figurePresets) as FigurePreset[]
  return (
    <div className={classes.fields}>
      <Choice
        label={t('format')}
        value={choice.format}
        options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
        change={(value) => change({ format: value as FigureFormat })}
        note={t(`formatFor.${choice.format}`)}
      />
      <NativeSelect
        label={t('size')}
        value={preset ?? 'own'}
        onChange={({ currentTarget: { value } }) => {
          const chosen = presets.find((one) => one === value)
          if (chosen) change(figurePresets[chosen])
        }}
        data={[
          ...presets.map((value) => ({ value, label: t(`presets.${value}`) })),
          ...(preset ? [] : [{ value: 'own', label: t('presets.own') }]),
        ]}
      />
      <div className={classes.pair}>
        <Amount
          label={t('width')}
          value={choice.widthMm}
          bound={bounds.mm}
          change={(widthMm) => change({ widthMm })}
        />
        <Amount
          label={t('height')}
          value={page.heightMm}
          bound={bounds.mm}
          change={(heightMm) => change({ heightMm })}
        />
        <Amount
          label={t('letters')}
          value={choice.lettersPt}
          bound={bounds.lettersPt}
          change={(lettersPt) => change({ lettersPt })}
        />
      </div>
      <Checkbox
        size="xs"
        label={t('follows')}
        checked={choice.heightMm === null}
        onChange={({ currentTarget: { checked } }) => change({ heightMm: checked ? null : page.heightMm })}
      />
      <p className={classes.note}>{tightMm === null ? t('lettersHint') : t('tight', { least: tightMm })}</p>
      {choice.format === 'png' && <Resolution form={form} />}
      <Choice
        label={t('background')}
        value={choice.background}
        options={(['white', 'none'] as const).map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
        change={(value) => change({ background: value === 'none' ? 'none' : 'white' })}
      />
    </div>
  )
}

function Resolution({ form: { choice, change, page } }: { form: FigureForm }) {
  const { t } = useTranslation('figure')
  const isUsual = dpiPresets.includes(choice.dpi)
  const { widthPx, heightPx } = toPixels(page, choice.dpi)
  const isKnown = isWithin(choice.dpi, bounds.dpi) && Number.isFinite(widthPx * heightPx)
  return (
    <>
      <Choice
        label={t('dpi')}
        value={isUsual ? String(choice.dpi) : 'other'}
        options={[
          ...dpiPresets.map((dpi) => ({ value: String(dpi), label: String(dpi) })),
          { value: 'other', label: t('dpiOther') },
        ]}
        // Nothing that is usual, so that its field is shown.
        change={(value) => change({ dpi: value === 'other' ? otherDpi : Number(value) })}
        {...(isKnown ? { note: t('pixels', { width: widthPx, height: heightPx }) } : {})}
      />
      {!isUsual && (
        <Amount label={t('dpiOwn')} value={choice.dpi} bound={bounds.dpi} change={(dpi) => change({ dpi })} />
      )}
    </>
  )
}

const otherDpi = 1200

type ChoiceProps = {
  label: string
  value: string
  options: { value: string; label: string }[]
  change(value: string): void
  note?: string
}

function Choice({ label, value, options, change, note }: ChoiceProps) {
  return (
    <div>
      <Input.Label component="div">{label}</Input.Label>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        value={value}
        onChange={change}
        data={options}
      />
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </div>
  )
}

type AmountProps = {
  label: string
  value: number
  bound: { least: number; most: number }
  change(value: number): void
}

/** What is typed stays as it is, and is said to be outside of what can be. */
function Amount({ label, value, bound, change }: AmountProps) {
  const { t } = useTranslation('figure')
  return (
    <NumberInput
      label={label}
      value={Number.isNaN(value) ? '' : value}
      min={bound.least}
      max={bound.most}
      clampBehavior="none"
      decimalScale={1}
      allowNegative={false}
      hideControls
      error={!isWithin(value, bound) && t('outside', bound)}
      onChange={(next) => change(next === '' ? Number.NaN : Number(next))}
    />
  )
}
