/**
 * Folding for search: what a person types and what a service writes come together when case, accents, dashes and
 * Greek letters are taken out of both.
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

/** Name of a Greek letter → the Latin letter it is folded to. */
export const latinOfGreek: ReadonlyMap<string, string> = new Map(
  Object.values(greek).map(([letter, name]) => [name, letter]),
)

/** Letters that Unicode does not take apart into a plain letter and a mark. */
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

/** Most text is plain, and is spared the rules for all the world's letters. */
export const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

const base = (text: string): string =>
  isAscii(text)
    ? text
        .toLowerCase()
        .replace(/[^!-~]+/g, ' ')
        .trim()
    : baseOfAll(text)

/** They choose among the looks of a character, and are no part of a word. */
const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

/**
 * Accents are left out by who types in a hurry, as the vowels of Arabic and Hebrew are by all. Elsewhere a mark makes
 * another word: か and が, कि and की.
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
    // Control characters too, so that separators of a search text can never come from outside.
    .replace(/[\p{White_Space}\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()

const withGreek = (text: string, part: 0 | 1): string =>
  text.replace(/[α-ω]/g, (letter) => greek[letter]?.[part] ?? letter)

/** Folded text, a Greek letter as its Latin one: `Β-Carotène` gives `b-carotene`. */
export const fold = (text: string): string => withGreek(base(text), 0)

/** Folded text, first with Latin letters for Greek ones and then, where there are any, with their names (`beta`). */
export function spellingVariants(text: string): string[] {
  const folded = base(text)
  if (isAscii(folded)) return [folded]
  return [...new Set([withGreek(folded, 0), withGreek(folded, 1)])]
}
