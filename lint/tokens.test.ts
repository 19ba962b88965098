import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const declaration =
  /(?:^|[\s;{])((?:font-size|(?:padding|margin)(?:-[a-z]+)*|(?:row-|column-)?gap)\s*:[^;}]*)/g
/** A size of type in a component: `fz={13}`. */
const literalType = /\bfz=\{\s*\d/
/** Trims of a pixel or two beside a token are allowed; larger values need a token. */
const maxTrimPx = 3

/** Returns font sizes and spaces written as numbers instead of tokens of the theme. */
const literalSizes = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(declaration)]
    .map(([, text = '']) => text)
    .filter((text) => {
      const sizes = [...text.matchAll(/(\d*\.?\d+)(px|r?em|pt)\b/g)]
      const isType = text.startsWith('font-size') && !text.includes('var(')
      return sizes.some(([, size, unit]) => unit !== 'px' || isType || Number(size) > maxTrimPx)
    })

it('takes sizes of type and spaces from the theme', () => {
  const files = globSync('src/renderer/**/*.css')
  expect(files.length).toBeGreaterThan(30)
  const found = files.flatMap((file) =>
    literalSizes(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
  const components = globSync('src/renderer/**/*.tsx')
  expect(components.filter((file) => literalType.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('finds a literal size and lets one that a token is trimmed by pass', () => {
  expect(['<Text fz={13}>', '<Text fz="sm">'].map((text) => literalType.test(text))).toEqual([true, false])
  const trimmed = '.a { padding: calc(var(--mantine-spacing-sm) - 1px) 0 2px; scroll-margin-block: 72px }'
  expect(literalSizes(trimmed)).toEqual([])
  for (const literal of [
    'font-size: 12px',
    'font-size: 3px',
    'padding: 0 8px',
    'margin-top: -0.5rem',
    'gap: 6px',
  ])
    expect(literalSizes(`.a { color: red; ${literal}; }`), literal).toEqual([literal])
})
