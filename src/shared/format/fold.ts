/**
 * Folding for search: removes case, accents, dash variants and Greek letters from the user's input and the service's
 * text, so that both match.
 */
const greek: Record<string, [letter: string, name: string]> = {
  α: ['a', 'alpha'],
  β: ['b', 'beta'],
  γ: ['g', 'gamma'],
  δ: ['d', 'delta'],
  ε: ['e', 'epsilon'],
  ζ: ['z', 'zeta'],
  η: ['h', 'eta'],
  θ: ['th', 'theta'],
  ι: ['i', 'iota'],
  κ: ['k', 'kappa'],
  λ: ['l', 'lambda'],
  μ: ['u', 'mu'],
  ν: ['n', 'nu'],
  ξ: ['x', 'xi'],
  ο: ['o', 'omicron'],
  π: ['p', 'pi'],
  ρ: ['r', 'rho'],
  σ: ['s', 'sigma'],
  ς: ['s', 'sigma'],
  τ: ['t', 'tau'],
  υ: ['y', 'upsilon'],
  φ: ['f', 'phi'],
  χ: ['c', 'chi'],
  ψ: ['ps', 'psi'],
  ω: ['o', 'omega'],
}

/** Maps the name of a Greek letter to the Latin letter that it is folded to. */
export const latinOfGreek: ReadonlyMap<string, string> = new Map(
  Object.values(greek).map(([letter, name]) => [name, letter]),
)

/** Letters that Unicode normalization does not split into a plain letter and a mark. */
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/** True for the ASCII text that most text is. It skips the Unicode rules. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

const base = (text: string): string =>
  isAscii(text)
    ? text
        .toLowerCase()
        .replace(/[^!-~]+/g, ' ')
        .trim()
    : baseOfAll(text)

/** Variation selectors: they choose a character's appearance and are not part of a word. */
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/**
 * Matches letters whose marks distinguish words, such as か and が or कि and की. In the listed scripts marks are removed,
 * because people leave accents out when they type in a hurry, and generally omit Arabic and Hebrew vowels.
 */
const marksMakeWords =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}])\p{L}/u

const baseOfAll = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(selectors, '')
    .replace(/(\P{M}|^)\p{M}+/gu, (run: string, letter: string) =>
      marksMakeWords.test(letter)
        ? run.normalize('NFC')
        : letter || run.replace(/\p{Script=Inherited}+/gu, ''),
    )
    .toLowerCase()
    .replace(/[ßæœøłđðþı’‘]/g, (letter) => plain[letter] ?? letter)
    .replace(/\p{Pd}/gu, '-')
    // Control characters too, so that input cannot contain the separators of a search text.
    .replace(/[\p{White_Space}\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()

const withGreek = (text: string, part: 0 | 1): string =>
  text.replace(/[α-ω]/g, (letter) => greek[letter]?.[part] ?? letter)

/** Folds a text, with Greek letters as Latin ones: `Β-Carotène` gives `b-carotene`. */
export const fold = (text: string): string => withGreek(base(text), 0)

/** Returns the folded text with Latin letters for Greek ones and, if it has any, also with their names (`beta`). */
export function spellingVariants(text: string): string[] {
  const folded = base(text)
  if (isAscii(folded)) return [folded]
  return [...new Set([withGreek(folded, 0), withGreek(folded, 1)])]
}
