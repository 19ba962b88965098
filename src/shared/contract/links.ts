/**
 * Links to places in the app, `pathclock://drugs/ID`, to be sent to colleagues or kept in a notebook. A link leads to a
 * place and does nothing else; it names neither service nor profile, and holds no secret.
 */
export type LinkTarget = { path: string; search: Record<string, string> }

const maxLinkLength = 3000
/** That of `domain/samples/sample.ts`, whose schemas are not loaded at every start, as links are. */
const maxIdLength = 300

/** Each place, and the word of its address that names what is open there. */
const sections: Record<string, { path: string; opens: string }> = {
  drugs: { path: '/library/drugs', opens: 'drug' },
  samples: { path: '/study/all/samples', opens: 'sample' },
  results: { path: '/study/all/explore/table', opens: 'sample' },
  screening: { path: '/activity/screenings', opens: 'task' },
}

/** The place that a link leads to; null where it names none, or is not written as ours are. */
export function parseLink(link: string): LinkTarget | null {
  if (link.length > maxLinkLength) return null
  const [, name = '', encoded = ''] = /^pathclock:\/\/([a-z]+)(?:\/([^/?#]*))?\/?$/i.exec(link) ?? []
  const section = Object.hasOwn(sections, name.toLowerCase()) ? sections[name.toLowerCase()] : undefined
  const id = decode(encoded)
  if (!section || id === null) return null
  return { path: section.path, search: id === '' ? {} : { [section.opens]: id } }
}

export type LinkSection = 'drugs' | 'samples' | 'results' | 'screening'

/** The link to what is open in a place; null for an id that no link can name. */
export function toLink(section: LinkSection, id: string): string | null {
  const link = `pathclock://${section}/${encodeURIComponent(id.toWellFormed())}`
  return parseLink(link)?.search[sections[section]?.opens ?? ''] === id ? link : null
}

export const isLink = (text: string): boolean => /^pathclock:/i.test(text)

/** null for what is no id: too long, badly written, blank, a way through folders, or with characters that cannot be seen. */
function decode(encoded: string): string | null {
  const id = decodeOnce(encoded)
  if (id === null || id === '') return id
  return isId(id) ? id : null
}

const invisibleCharacters = /[\p{C}\p{Zl}\p{Zp}]/u
/** Dots alone between separators: they would climb out of the address of what it names. */
const pathTraversal = /(?:^|[/\\])\.+(?:[/\\]|$)/

/** Looked at as it is, and as it would be where somebody behind us decodes it again. */
function isId(id: string): boolean {
  if (id.length > maxIdLength || id.trim() === '' || invisibleCharacters.test(id) || pathTraversal.test(id))
    return false
  const decodedAgain = decodeOnce(id)
  return decodedAgain === null || decodedAgain === id || isId(decodedAgain)
}

function decodeOnce(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
