const signed = /^\s*[+-]?(\d+)([.,])(\d+)\s*$/

/** The sign in a number, and whether it can only be a decimal one: 1,234 may be a thousand and more. Null: no sign. */
export function signOf(cell: string): { of: ',' | '.'; isCertain: boolean } | null {
  const [, integerPart = '', sign, fractionPart = ''] = signed.exec(cell) ?? []
  if (sign === undefined) return null
  const isCertain = fractionPart.length !== 3 || integerPart.length > 3 || integerPart.startsWith('0')
  return { of: sign === ',' ? ',' : '.', isCertain }
}
