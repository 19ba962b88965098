const signed = /^\s*[+-]?(\d+)([.,])(\d+)\s*$/

/** The sign in a number, and whether it can only be a decimal one: 1,234 may be a thousand and more. Null: no sign. */
export function signOf(cell: string): { of: ',' | '.'; isCertain: boolean } | null {
  const [, whole = '', sign, part = ''] = signed.exec(cell) ?? []
  if (sign === undefined) return null
  const isCertain = part.length !== 3 || whole.length > 3 || whole.startsWith('0')
  return { of: sign === ',' ? ',' : '.', isCertain }
}
