import { useMemo, useSyncExternalStore } from 'react'

/** The page's colours and type, resolved for a canvas, which knows no CSS variables. */
export type ChartTheme = {
  dark: boolean
  text: string
  dimmed: string
  line: string
  surface: string
  /** What was chosen by a person. */
  accent: string
  fontFamily: string
}

/** Figures that leave the app are light whatever the page is, as they go onto paper and slides. */
export const figureTheme: ChartTheme = {
  dark: false,
  text: '#1b2026',
  dimmed: '#5a636e',
  line: '#dce0e5',
  surface: '#ffffff',
  accent: '#0f766e',
  // Journals ask for it, and programs that open an SVG have it or one of its widths, so that nothing moves.
  fontFamily:
    "Arial, Helvetica, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
}

const schemeAttribute = 'data-mantine-color-scheme'

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [schemeAttribute] })
  // A canvas drawn before its font has come keeps the wrong one until it is drawn again.
  document.fonts?.addEventListener('loadingdone', changed)
  return () => {
    observer.disconnect()
    document.fonts?.removeEventListener('loadingdone', changed)
  }
}

const readScheme = (): string => {
  const scheme = document.documentElement.getAttribute(schemeAttribute) ?? 'light'
  return `${scheme} ${document.fonts?.status ?? 'loaded'}`
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
  }
}

/** The colours in force; a new object when the page turns light or dark, or a font has come. */
export function useChartTheme(): ChartTheme {
  const scheme = useSyncExternalStore(subscribe, readScheme)
  return useMemo(() => readTheme(scheme), [scheme])
}
