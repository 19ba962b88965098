import { useDebouncedValue } from '@mantine/hooks'
import { use, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../figures/drawing.ts'
import type { Figure } from '../../figures/figure.ts'
import { bounds, type FigureChoice } from './figureChoice.ts'
import { isTooLarge, maxDpi, toPixels } from './figureFile.ts'
import { FigureSavingContext } from './figureSaving.ts'
import { type FigurePage, type Fitted, fitFigure, suggestHeightMm } from './fitFigure.ts'

/** A figure drawn anew at every key would lag behind the keys. */
const settleMs = 150

export const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most

/** What a person has chosen, the page that it makes, the figure laid out for it, and what stands against saving it. */
export function useFigurePage<K extends Kind>(figure: Figure<K>, minHeightPx: number) {
  const { t } = useTranslation('figure')
  const saving = use(FigureSavingContext)
  const [choice, setChoice] = useState<FigureChoice>(saving.choice)
  const { widthMm, heightMm, lettersPt, background } = choice
  const hasWidth = isWithin(widthMm, bounds.mm) && isWithin(lettersPt, bounds.lettersPt)
  const naturalMm = useMemo(
    () => (hasWidth ? suggestHeightMm(figure, { widthMm, lettersPt }, minHeightPx) : null),
    [figure, hasWidth, widthMm, lettersPt, minHeightPx],
  )
  const page = useMemo(
    () => ({
      widthMm,
      heightMm: heightMm ?? Math.min(bounds.mm.most, Math.max(bounds.mm.least, naturalMm ?? 0)),
      lettersPt,
    }),
    [widthMm, heightMm, lettersPt, naturalMm],
  )
  const [settled] = useDebouncedValue(page, settleMs)
  const layout = useMemo(
    () => layOutFor({ ...figure, ...withBackground(background) }, settled),
    [figure, background, settled],
  )
  const isSettled = settled === page
  return {
    choice,
    page,
    /** Below it not every row has room for its name; null where there is room, or there are no rows. */
    tightMm: minHeightPx > 0 && naturalMm !== null && page.heightMm < naturalMm ? naturalMm : null,
    /** As the preview shows it; null where it cannot be laid out. */
    fitted: layout && 'figure' in layout ? layout.figure : null,
    isReady: isSettled && isValid(choice, page) && layout !== null && 'figure' in layout,
    problem:
      isSettled && layout && 'minHeightMm' in layout
        ? t('tooLow', { least: layout.minHeightMm })
        : tooLarge(),
    change(part: Partial<FigureChoice>): void {
      setChoice({ ...choice, ...part })
      saving.setChoice({ ...choice, ...part })
    },
  }

  function tooLarge(): string | null {
    if (choice.format !== 'png' || !isValid(choice, page)) return null
    const pixels = toPixels(page, choice.dpi)
    if (!isTooLarge(pixels)) return null
    return t('tooLarge', { width: pixels.widthPx, height: pixels.heightPx, most: maxDpi(page) })
  }
}

export type FigureForm = Omit<ReturnType<typeof useFigurePage>, 'fitted'>

const isPage = ({ widthMm, heightMm, lettersPt }: FigurePage): boolean =>
  isWithin(widthMm, bounds.mm) && isWithin(heightMm, bounds.mm) && isWithin(lettersPt, bounds.lettersPt)

const isValid = ({ format, dpi }: FigureChoice, page: FigurePage): boolean =>
  isPage(page) && (format !== 'png' || isWithin(dpi, bounds.dpi))

const withBackground = (background: FigureChoice['background']) =>
  background === 'none' ? { background } : {}

const layOutFor = <K extends Kind>(figure: Figure<K>, page: FigurePage): Fitted<K> | null =>
  isPage(page) ? fitFigure(figure, page) : null
