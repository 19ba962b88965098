export type Rgb = readonly [red: number, green: number, blue: number]

/** Reads the notations that colour maps and style sheets give: `#rrggbb`, `#rgb` and `rgb(r, g, b)`. */
export function parseRgb(text: string): Rgb {
  if (text.startsWith('#')) {
    const digits = text.length === 4 ? text.slice(1).replaceAll(/./g, '$&$&') : text.slice(1)
    const number = Number.parseInt(digits, 16)
    return [(number >> 16) & 255, (number >> 8) & 255, number & 255]
  }
  const [red = 0, green = 0, blue = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  return [red, green, blue]
}
