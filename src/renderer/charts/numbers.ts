/** Breaks a title into lines of about `most` characters, at spaces and after the signs that part Chinese clauses. */
export function wrapTitle(title: string, most: number): string[] {
  const lines: string[] = []
  for (const piece of title.split(/(?<=[ ；，])/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + piece.trimEnd().length <= most)
      lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trim())
}

/** The value below which a share `p` (0 to 1) of the sorted numbers lies; linear between neighbours. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p
  const low = sorted[Math.floor(position)] ?? Number.NaN
  const high = sorted[Math.ceil(position)] ?? low
  return low + (high - low) * (position - Math.floor(position))
}

/** A number beside an axis: as short as it can be said, with powers of ten where it has many digits. */
export function formatTickNumber(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  const short = Number(value.toPrecision(6))
  const text = size >= 1e6 || size < 1e-4 ? short.toExponential().replace('e+', 'e') : String(short)
  return text.replaceAll('-', '−')
}
