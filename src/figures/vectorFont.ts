type Font = { sizePx: number; family: string; weight: string }

/** The parts of a font as canvases write it: `600 11px 'Inter Variable', sans-serif`. */
export function parseFont(text: string): Font {
  const [before = '', family = 'sans-serif'] = text.split(/(?<=px)(?:\/\S+)?\s+/)
  return {
    sizePx: Number(/([\d.]+)px/.exec(before)?.[1] ?? 12),
    family,
    weight: /\b(bold|[1-9]00)\b/.exec(before)?.[1] ?? 'normal',
  }
}
