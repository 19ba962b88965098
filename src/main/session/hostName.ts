import { domainToUnicode } from 'node:url'
import { lazy } from '../../shared/lazy.ts'

/** Whether a host is this computer itself, where plain http cannot be listened to from outside. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === 'localhost' || hostname === '[::1]'

/**
 * Why a host as `URL` gives it cannot be that of a service, as the end of a sentence; null when it can. A name is
 * judged as a person sees it: a look-alike of a known name is the way to have a credential typed in elsewhere.
 */
export function hostProblem(hostname: string): string | null {
  if (isLoopback(hostname)) return null
  if (hostname.endsWith('.')) return 'its host ends with a dot. Leave that out'
  if (hostname === '0.0.0.0' || hostname === '[::]') return 'its host means every address of this computer'
  if (/^\[::ffff:/i.test(hostname)) return 'its host is an IPv4 address written as IPv6. Write it as IPv4'
  if (/^(localhost|\d+(\.\d+){3})\./i.test(hostname))
    return 'its host only looks like an address of a computer and is a name'
  const isLookAlike = hostname.includes('xn--') && domainToUnicode(hostname).split('.').some(isDeceptive)
  return isLookAlike ? 'its host holds letters that look like others. Type it anew, letter by letter' : null
}

/** Scripts that are written together in one word (Unicode TR 39, "Single Script" with its CJK sets). */
const combinedScripts = lazy(() => [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u,
])

/** Scripts of living languages (Unicode TR 31, table 5) that have no set above. */
const singleScripts = lazy(() =>
  [
    'Latin|Cyrillic|Greek|Armenian|Georgian|Hebrew|Arabic|Thaana|Ethiopic|Khmer|Lao|Myanmar|Thai|Tibetan|Sinhala',
    'Bengali|Devanagari|Gujarati|Gurmukhi|Kannada|Malayalam|Oriya|Tamil|Telugu',
  ]
    .flatMap((names) => names.split('|'))
    .map((name) => new RegExp(`^[\\p{Script=${name}}\\p{Script=Common}\\p{Script=Inherited}]+$`, 'u')),
)

/** Cyrillic, Greek and Armenian letters that a reader takes for Latin ones (from Unicode's confusables.txt). */
const latinLookAlikes = lazy(() => /^[аесһіїјӏорԁԛѕԝхуүҽѵѡαγηικνορτυχωϲϳաոսցգզհօքյ\d_-]+$/u)
/** Letters of the Latin script beyond ASCII that carry no mark and so pass for ASCII ones; ß, æ, œ, ø, þ, đ, ł do not. */
const asciiLookAlikes = lazy(() => /[^\P{Script=Latin}a-zßæœøþðđł]/u)

/** One label of a name, as a person sees it. */
function isDeceptive(label: string): boolean {
  if (/^[\da-z-]*$/.test(label)) return label.startsWith('xn--')
  if (![...combinedScripts(), ...singleScripts()].some((script) => script.test(label))) return true
  // A letter with a mark is one that a reader sees to be another: é is judged as e.
  const bare = label.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return latinLookAlikes().test(label) || asciiLookAlikes().test(bare)
}
