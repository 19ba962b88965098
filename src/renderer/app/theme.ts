import {
  type Alert,
  type Button,
  type Combobox,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type Modal,
  mergeThemeOverrides,
  type Notification,
  type Table,
  type VariantColorsResolver,
} from '@mantine/core'
import type { Settings } from '../../shared/domain/app/settings.ts'
import { rowHeights } from '../ui/appearance.ts'

// One accent: 600 (index 6) on light ground, 400 (index 4) on dark. White text on 600 has a contrast of 5.5:1.
const teal: MantineColorsTuple = [
  '#f0fdfa',
  '#ccfbf1',
  '#99f6e4',
  '#5eead4',
  '#2dd4bf',
  '#14a596',
  '#0f766e',
  '#0d655f',
  '#115550',
  '#134e4a',
]

// White text on destructive buttons has a contrast of 5.4:1; on Mantine's own index 6, #fa5252, it has 3.3:1.
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#e03131',
  '#c92a2a',
  '#b02525',
  '#9b2020',
  '#871b1b',
]

// Neutrals with a slight blue tint, so that the diverging colors of data keep their hue beside them.
const dark: MantineColorsTuple = [
  '#d8dde3',
  '#b6bec8',
  '#98a2ae',
  '#6b7581',
  '#3a424c',
  '#2e353e',
  '#252b33',
  '#1a1f25',
  '#15191e',
  '#0f1215',
]

/** Uses a variable for the text on the accent, because Mantine computes its color for light ground only. */
const colorsOfVariant: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isAccent = input.color === undefined || input.color === 'teal'
  return input.variant === 'filled' && isAccent
    ? { ...colors, color: 'var(--mantine-primary-color-contrast)' }
    : colors
}

/** The argument of a component's `extend`, as a type only: calling it would load the component with the theme. */
type ThemeOf<Component extends { extend(theme: never): unknown }> = Parameters<Component['extend']>[0]

// The body does not scroll, and locking it would recompute all styles of the page for each dialog.
const modalDefaults = { padding: 24, overlayProps: { backgroundOpacity: 0.35 }, lockScroll: false }

/** Choices are small, as tool rows and panes need them. */
const smallInputs = Object.fromEntries(
  ['Autocomplete', 'Checkbox', 'MultiSelect', 'NativeSelect', 'Select', 'TagsInput'].map((name) => [
    name,
    { defaultProps: { size: 'xs' } },
  ]),
)

const quietAlerts: Record<string, Record<string, string>> = {
  yellow: { '--alert-bg': 'var(--pathclock-warn-ground)', '--alert-color': 'var(--pathclock-warn)' },
  red: { '--alert-bg': 'var(--pathclock-bad-ground)', '--alert-color': 'var(--pathclock-bad)' },
}

/** The design tokens: type, space, radius and one accent. All other styles derive from these. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  variantColorResolver: colorsOfVariant,
  colors: { teal, red, dark },
  black: '#1b2026',
  fontFamily:
    "'Raised Digits', 'Inter Variable', system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.35' },
  fontWeights: { regular: '450', medium: '600', bold: '600' },
  spacing: {
    xs: '4px',
    tight: '6px',
    sm: '8px',
    snug: '10px',
    md: '12px',
    lg: '16px',
    xl: '24px',
    wide: '32px',
  },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ...smallInputs,
    Alert: {
      // A yellow title on its own ground is below 4.5:1, so only the icon has the color.
      styles: { label: { color: 'var(--mantine-color-text)' } },
      vars: (_theme, { color }) => ({ root: quietAlerts[color ?? ''] ?? {} }),
    } satisfies ThemeOf<typeof Alert>,
    // The small buttons of panes have the font size of the tool row beside them.
    Button: {
      // Only the one primary action of a screen, dialog or empty state is `filled`.
      defaultProps: { variant: 'default' },
      vars: (_theme, { size }) => ({
        root: size === 'compact-sm' ? { '--button-fz': 'var(--mantine-font-size-xs)' } : {},
      }),
    } satisfies ThemeOf<typeof Button>,
    // Closed lists are not rendered, which would compute their styles.
    Combobox: { defaultProps: { keepMounted: false } } satisfies ThemeOf<typeof Combobox>,
    // The height of a table cell is a minimum.
    Table: { styles: { td: { height: 'var(--pathclock-row)' } } } satisfies ThemeOf<typeof Table>,
    Modal: {
      defaultProps: modalDefaults,
      styles: {
        title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 },
        header: { paddingBottom: 16 },
      },
    } satisfies ThemeOf<typeof Modal>,
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.3' },
      h2: { fontSize: '20px', lineHeight: '1.35' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
      h4: { fontSize: '14px', lineHeight: '1.5' },
      h5: { fontSize: '12px', lineHeight: '1.5' },
      h6: { fontSize: '12px', lineHeight: '1.5' },
    },
  },
})

/** Returns the theme for a language: `close` is the label of buttons that show only a cross. */
export const themeIn = (close: string): MantineThemeOverride =>
  mergeThemeOverrides(theme, {
    components: {
      Modal: {
        defaultProps: { ...modalDefaults, closeButtonProps: { 'aria-label': close } },
      } satisfies ThemeOf<typeof Modal>,
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': close } },
        styles: { description: { color: 'var(--mantine-color-dimmed)' } },
      } satisfies ThemeOf<typeof Notification>,
    },
  })

/**
 * Sets colors for dimmed text, hints and errors with a contrast of at least 4.5:1, which Mantine's greys and red do not
 * reach, and the height of table rows.
 */
export const cssVariablesFor =
  (density: Settings['density']): CSSVariablesResolver =>
  () => ({
    variables: {
      '--pathclock-row': `${rowHeights[density]}px`,
      '--pathclock-font-size-table': density === 'compact' ? '13px' : '14px',
    },
    light: {
      '--mantine-color-dimmed': '#5a636e',
      '--mantine-color-placeholder': '#69727d',
      '--mantine-color-error': '#c02626',
      '--mantine-color-default-border': '#dce0e5',
      '--pathclock-chrome': '#f5f6f8',
      '--pathclock-hover': '#eceff2',
      '--pathclock-chosen': '#dff3f0',
      '--pathclock-warn': '#8a5a00',
      '--pathclock-warn-ground': '#fdf5e2',
      '--pathclock-good': '#1d7a3a',
      '--pathclock-bad': '#c02626',
      '--pathclock-bad-ground': '#fdeeee',
      '--pathclock-mark': '#fdeeb5',
    },
    dark: {
      '--mantine-color-dimmed': '#98a2ae',
      '--mantine-color-placeholder': '#8b95a1',
      '--mantine-color-error': '#ff8f8f',
      '--mantine-color-default-border': '#323a44',
      '--pathclock-chrome': '#15191e',
      '--pathclock-hover': '#252b33',
      '--pathclock-chosen': '#153a38',
      '--pathclock-warn': '#f2c14e',
      '--pathclock-warn-ground': '#332a14',
      '--pathclock-good': '#6fd08c',
      '--pathclock-bad': '#ff8f8f',
      '--pathclock-bad-ground': '#3a2024',
      '--pathclock-mark': '#5c4a12',
    },
  })
