import { useMemo, useSyncExternalStore } from 'react'
import type { ChartTheme } from '../../../figures/frame/theme.ts'
import type { Palettes } from '../../../figures/style/palettes.ts'
import { useAppearance } from '../../ui/appearance.ts'

const schemeAttribute = 'data-mantine-color-scheme'

/** Letters of axes are 12 px in the smallest window, 11 on paper. */
export const baseScale = 12 / 11
const [smallWindowPx, largeWindowPx] = [1280, 2560]
const mostGrowth = 0.4
/** Charts are not drawn anew at each pixel of a window that is pulled. */
const growthSteps = 8

/** How large letters, marks and gaps are in a window of this width. */
export function scaleFor(windowPx: number): number {
  const share = (windowPx - smallWindowPx) / (largeWindowPx - smallWindowPx)
  const step = Math.round(Math.min(1, Math.max(0, share)) * growthSteps) / growthSteps
  return baseScale * (1 + mostGrowth * step)
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [schemeAttribute] })
  // A canvas drawn before its font has come keeps the wrong one until it is drawn again.
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

/** The colours in force; a new object when the page turns light or dark, grows, or a font has come. */
export function useChartTheme(): ChartTheme {
  const scheme = useSyncExternalStore(subscribe, readScheme)
  return useMemo(() => readTheme(scheme), [scheme])
}

/** The colours that a person chose for values; the same object as long as it is the same choice. */
export function usePalettes(): Palettes {
  const { divergingPalette: diverging, sequentialPalette: sequential } = useAppearance()
  return useMemo(() => ({ diverging, sequential }), [diverging, sequential])
}
