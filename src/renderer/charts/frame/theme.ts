import { useMemo, useSyncExternalStore } from 'react'
import type { ChartTheme } from '../../../figures/frame/theme.ts'
import type { Palettes } from '../../../figures/style/colours.ts'
import { useAppearance } from '../../ui/appearance.ts'

const schemeAttribute = 'data-mantine-color-scheme'

/** The text of axes is 12 px in the smallest window and 11 px on paper. */
export const baseScale = 12 / 11
const [smallWindowPx, largeWindowPx] = [1280, 2560]
const mostGrowth = 0.4
/** Growth happens in steps, so that charts are not redrawn at every pixel while the window is resized. */
const growthSteps = 8

/** Returns the scale of text, marks and gaps for a window width. */
export function scaleFor(windowPx: number): number {
  const share = (windowPx - smallWindowPx) / (largeWindowPx - smallWindowPx)
  const step = Math.round(Math.min(1, Math.max(0, share)) * growthSteps) / growthSteps
  return baseScale * (1 + mostGrowth * step)
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [schemeAttribute] })
  // A canvas that was drawn before its font loaded keeps the wrong font until it is redrawn.
  document.fonts?.addEventListener('loadingdone', changed)
  window.addEventListener('resize', changed)
  return () => {
    observer.disconnect()
    document.fonts?.removeEventListener('loadingdone', changed)
    window.removeEventListener('resize', changed)
  }
}

const readScheme = (): string => {
  const scheme = document.documentElement.getAttribute(schemeAttribute) ?? 'light'
  return `${scheme} ${document.fonts?.status ?? 'loaded'} ${scaleFor(window.innerWidth)}`
}

function readTheme(scheme: string): ChartTheme {
  const style = getComputedStyle(document.documentElement)
  const dark = scheme.startsWith('dark')
  const read = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise
  return {
    dark,
    text: read('--mantine-color-text', dark ? '#e8eaed' : '#1c1f23'),
    dimmed: read('--mantine-color-dimmed', dark ? '#9aa0a8' : '#5f666f'),
    line: read('--mantine-color-default-border', dark ? '#3a3f46' : '#dfe2e6'),
    surface: read('--mantine-color-body', dark ? '#1b1d20' : '#ffffff'),
    accent: read('--mantine-primary-color-filled', dark ? '#2dd4bf' : '#0f766e'),
    fontFamily: read('--mantine-font-family', 'sans-serif'),
    scale: scaleFor(window.innerWidth),
  }
}

/** Returns the current theme of charts; a new object when the color scheme or size changes or a font has loaded. */
export function useChartTheme(): ChartTheme {
  const scheme = useSyncExternalStore(subscribe, readScheme)
  return useMemo(() => readTheme(scheme), [scheme])
}

/** Returns the user's palettes for values; the same object while the choice is the same. */
export function usePalettes(): Palettes {
  const { divergingPalette: diverging, sequentialPalette: sequential } = useAppearance()
  return useMemo(() => ({ diverging, sequential }), [diverging, sequential])
}
