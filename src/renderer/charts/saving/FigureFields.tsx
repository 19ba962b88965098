import { Checkbox, Input, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import classes from './figureDialog.module.css'
import { isTooLarge, maxDpi, toPixels } from './figureFile.ts'
import {
  bounds,
  dpiPresets,
  type FigureChoice,
  type FigureFormat,
  type FigurePreset,
  FigureSavingContext,
  figureFormats,
  figurePresets,
  hasPixels,
  presetOf,
} from './figureSaving.ts'
import { type FigurePage, type Fitted, fitFigure, suggestHeightMm } from './fitFigure.ts'

type Props = { form: FigureForm; withPdf: boolean }

export function FigureFields({ form, withPdf }: Props) {
  const { t } = useTranslation('figure')
  const { choice, change, page, tightMm, words, write } = form
  const preset = presetOf(choice)
  const presets = Object.keys(figurePresets) as FigurePreset[]
  return (
    <Stack>
      <TextInput
        label={t('figureTitle')}
        value={words.title}
        maxLength={mostLetters}
        onChange={({ currentTarget }) => write({ title: currentTarget.value })}
      />
      <Textarea
        label={t('caption')}
        autosize
        maxRows={4}
        value={words.caption}
        maxLength={mostLetters}
        onChange={({ currentTarget }) => write({ caption: currentTarget.value })}
      />
      <FormatFields choice={choice} change={change} page={page} withPdf={withPdf} />
      <NativeSelect
        size="sm"
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
        label={t('follows')}
        checked={choice.heightMm === null}
        onChange={({ currentTarget: { checked } }) => change({ heightMm: checked ? null : page.heightMm })}
      />
      <Hint mt="xs">{tightMm === null ? t('lettersHint') : t('tight', { least: tightMm })}</Hint>
      <Choice
        label={t('background')}
        value={choice.background}
        options={(['white', 'none'] as const).map((value) => ({ value, label: t(`backgrounds.${value}`) }))}
        change={(value) => change({ background: value === 'none' ? 'none' : 'white' })}
      />
    </Stack>
  )
}

type SavedAs = Pick<FigureForm, 'choice' | 'change' | 'page'>

export function FormatFields({ choice, change, page, withPdf }: SavedAs & { withPdf: boolean }) {
  const { t } = useTranslation('figure')
  const formats = figureFormats.filter((one) => one !== 'pdf' || withPdf)
  return (
    <>
      <Choice
        label={t('term.format')}
        value={choice.format}
        options={formats.map((value) => ({ value, label: t(`formats.${value}`) }))}
        change={(value) => change({ format: value as FigureFormat })}
        note={t(`formatFor.${choice.format}`)}
      />
      {hasPixels(choice) && <Resolution choice={choice} change={change} page={page} />}
    </>
  )
}

function Resolution({ choice, change, page }: SavedAs) {
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
        // A resolution that is not a preset, so that its field appears.
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
/** The maximum length of a title or a caption. */
const mostLetters = 2000

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
      <SegmentedControl fullWidth aria-label={label} value={value} onChange={change} data={options} />
      {note !== undefined && <Hint mt="xs">{note}</Hint>}
    </div>
  )
}

type AmountProps = {
  label: string
  value: number
  bound: { least: number; most: number }
  change(value: number): void
}

/** A number field that keeps invalid input and reports that it is out of range. */
export function Amount({ label, value, bound, change }: AmountProps) {
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

/** The figure is redrawn after this pause, because redrawing at every keystroke would lag. */
const settleMs = 150

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most

/** Returns the user's choices, the resulting page, the figure laid out for it and any problem that prevents saving. */
export function useFigurePage<K extends Kind>(figure: Figure<K>, minHeightPx: number) {
  const { t } = useTranslation('figure')
  const saving = use(FigureSavingContext)
  const [choice, setChoice] = useState<FigureChoice>(saving.choice)
  const { widthMm, heightMm, lettersPt, background } = choice
  /** For this figure only. */
  const [words, setWords] = useState({ title: '', caption: '' })
  const hasWidth = isWithin(widthMm, bounds.mm) && isWithin(lettersPt, bounds.lettersPt)
  const naturalMm = useMemo(
    () => (hasWidth ? suggestHeightMm({ ...figure, ...words }, { widthMm, lettersPt }, minHeightPx) : null),
    [figure, words, hasWidth, widthMm, lettersPt, minHeightPx],
  )
  const page = useMemo(
    () => ({
      widthMm,
      heightMm: heightMm ?? Math.min(bounds.mm.most, Math.max(bounds.mm.least, naturalMm ?? 0)),
      lettersPt,
    }),
    [widthMm, heightMm, lettersPt, naturalMm],
  )
  const current = useMemo(() => ({ page, words }), [page, words])
  const [settled] = useDebouncedValue(current, settleMs)
  const layout = useMemo(
    () => layOutFor({ ...figure, ...settled.words, ...withBackground(background) }, settled.page),
    [figure, background, settled],
  )
  const isSettled = settled === current
  return {
    choice,
    words,
    page,
    /** Set if the page is too low for the names of all rows; null if they fit or there are no rows. */
    tightMm: minHeightPx > 0 && naturalMm !== null && page.heightMm < naturalMm ? naturalMm : null,
    /** The figure in the preview; null if it cannot be laid out. */
    fitted: layout && 'figure' in layout ? layout.figure : null,
    /** Descriptions of what does not fit. */
    hidden: layout && 'figure' in layout ? layout.hidden : [],
    isReady: isSettled && isValid(choice, page) && layout !== null && 'figure' in layout,
    problem:
      isSettled && layout && 'minHeightMm' in layout
        ? t('tooLow', { least: layout.minHeightMm })
        : tooLarge(),
    write(part: Partial<typeof words>): void {
      setWords({ ...words, ...part })
    },
    change(part: Partial<FigureChoice>): void {
      setChoice({ ...choice, ...part })
      saving.setChoice({ ...choice, ...part })
    },
  }

  function tooLarge(): string | null {
    if (!hasPixels(choice) || !isValid(choice, page)) return null
    const pixels = toPixels(page, choice.dpi)
    if (!isTooLarge(pixels)) return null
    return t('tooLarge', { width: pixels.widthPx, height: pixels.heightPx, most: maxDpi(page) })
  }
}

type FigureForm = Omit<ReturnType<typeof useFigurePage>, 'fitted'>

const isPage = ({ widthMm, heightMm, lettersPt }: FigurePage): boolean =>
  isWithin(widthMm, bounds.mm) && isWithin(heightMm, bounds.mm) && isWithin(lettersPt, bounds.lettersPt)

const isValid = (choice: FigureChoice, page: FigurePage): boolean =>
  isPage(page) && (!hasPixels(choice) || isWithin(choice.dpi, bounds.dpi))

const withBackground = (background: FigureChoice['background']) =>
  background === 'none' ? { background } : {}

const layOutFor = <K extends Kind>(figure: Figure<K>, page: FigurePage): Fitted<K> | null =>
  isPage(page) ? fitFigure(figure, page) : null
