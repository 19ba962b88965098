export const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Writes a number with two digits at least. */
export const two = (value: number): string => String(value).padStart(2, '0')

/** Draws values from a source of random numbers. */
export function createDraws(random: () => number) {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const chance = (share: number): boolean => random() < share
  const integerBetween = (least: number, most: number): number =>
    least + Math.floor(random() * (most - least + 1))
  /** A text of up to `most` of these signs. */
  const text = (signs: string, most: number): string =>
    Array.from({ length: integerBetween(0, most) }, () =>
      signs.charAt(integerBetween(0, signs.length - 1)),
    ).join('')
  return { random, pick, chance, integerBetween, text }
}
export type Draws = ReturnType<typeof createDraws>
