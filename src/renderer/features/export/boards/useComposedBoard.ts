import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Board, boardSizes, letterOf } from '../../../../shared/domain/studies/board.ts'
import { type ComposedBoard, composeBoard, type PanelContent } from '../../../charts/board/composeBoard.ts'
import type { PanelState } from '../../../charts/board/PanelFigure.tsx'
import { usePalettes } from '../../../charts/frame/theme.ts'
import { isTooLarge, maxDpi, printSheet, toPixels } from '../../../charts/saving/figureFile.ts'
import { bounds, type FigureChoice, hasPixels } from '../../../charts/saving/figureSaving.ts'
import { useLastKnown } from '../../../ui/useLastKnown.ts'

/** Delays drawing, because drawing the board on every keystroke would slow down typing. */
const settleMs = 150

/** Composes the board from the reports of its panels, once all of them are drawn or have failed. */
export function useComposedBoard(board: Board) {
  const { t } = useTranslation('board')
  const { t: words } = useTranslation('charts')
  const palettes = usePalettes()
  const [states, setStates] = useState<ReadonlyMap<string, PanelState>>(new Map())
  const report = useCallback(
    (panelId: string, value: PanelState) =>
      setStates((before) =>
        isSame(before.get(panelId), value) ? before : new Map([...before, [panelId, value]]),
      ),
    [],
  )
  const [settled] = useDebouncedValue(board, settleMs)
  const contents = useMemo(() => contentsOf(settled, states), [settled, states])
  const latest = useMemo<ComposedBoard | null>(() => {
    if (!contents || contents.length === 0 || !isSized(settled)) return null
    const figures = settled.panels.map(({ definition }) => t(`figures.${definition.figure}`)).join(', ')
    return composeBoard({ board: settled, contents, t: words, palettes, summary: t('summary', { figures }) })
  }, [settled, contents, words, palettes, t])
  const composed = useLastKnown(latest)
  const { widthMm, lettersPt } = settled
  const heightMm = Math.round((composed?.heightMm ?? 0) * 10) / 10
  const page = useMemo(() => ({ widthMm, heightMm, lettersPt }), [widthMm, heightMm, lettersPt])
  const printable = useMemo(() => (composed ? printSheet(composed.sheet) : null), [composed])
  return {
    report,
    page,
    printable,
    hidden: composed?.hidden ?? [],
    failures:
      contents?.flatMap((content, place) =>
        'why' in content ? [t('cannot', { letter: letterOf(place), why: content.why })] : [],
      ) ?? [],
    isReady: latest !== null && settled === board,
    /** Returns the reason why the board cannot be saved; null if it can, or is not drawn yet. */
    problemOf(choice: Pick<FigureChoice, 'format' | 'dpi'>): string | null {
      if (contents?.some((content) => 'why' in content)) return t('notAll')
      if (heightMm > bounds.mm.most) return t('tooHigh', { height: heightMm, most: bounds.mm.most })
      const pixels = toPixels(page, choice.dpi)
      if (!composed || !hasPixels(choice) || !isTooLarge(pixels)) return null
      return t('tooLarge', { width: pixels.widthPx, height: pixels.heightPx, most: maxDpi(page) })
    },
  }
}

/** Returns null until every panel is drawn or has failed. */
function contentsOf({ panels }: Board, states: ReadonlyMap<string, PanelState>): PanelContent[] | null {
  const contents = panels.flatMap(({ panelId }): PanelContent[] => {
    const value = states.get(panelId)
    if (!value || value.state === 'loading') return []
    return [value.state === 'drawn' ? value.content : { why: value.why }]
  })
  return contents.length === panels.length ? contents : null
}

const isSame = (a: PanelState | undefined, b: PanelState): boolean =>
  a?.state === b.state && (b.state === 'loading' || (b.state === 'failed' && 'why' in a && a.why === b.why))

const isWithin = (value: number, { least, most }: { least: number; most: number }): boolean =>
  value >= least && value <= most

const isSized = ({ widthMm, lettersPt }: Board): boolean =>
  isWithin(widthMm, boardSizes.widthMm) && isWithin(lettersPt, boardSizes.lettersPt)
