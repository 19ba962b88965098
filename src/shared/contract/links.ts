/**
 * The target of a link such as `pathclock://drugs/ID`, which users send to colleagues or save in a notebook. A link
 * only opens a screen. It names no service or profile and holds no secret.
 */
export type LinkTarget = { path: string; search: Record<string, string> }

const maxLinkLength = 3000
/** Equals `maxIdLength` of `domain/samples/sample.ts`, whose schemas are not loaded at every start. */
const maxIdLength = 300

/** The path of each section, and the search parameter for the item that the link opens. */
const sections: Record<string, { path: string; opens: string }> = {
  drugs: { path: '/library/drugs', opens: 'drug' },
  samples: { path: '/study/all/samples', opens: 'sample' },
  results: { path: '/study/all/explore/table', opens: 'sample' },
  screening: { path: '/activity/screenings', opens: 'task' },
}

export function parseLink(link: string): LinkTarget | null {
  if (link.length > maxLinkLength) return null
  const [, name = '', encoded = ''] = /^pathclock:\/\/([a-z]+)(?:\/([^/?#]*))?\/?$/i.exec(link) ?? []
  const section = Object.hasOwn(sections, name.toLowerCase()) ? sections[name.toLowerCase()] : undefined
  const id = decode(encoded)
  if (!section || id === null) return null
  return { path: section.path, search: id === '' ? {} : { [section.opens]: id } }
}

export type LinkSection = 'drugs' | 'samples' | 'results' | 'screening'

/** Returns the link to an item of a section, or null for an id that no link can hold. */
export function toLink(section: LinkSection, id: string): string | null {
  const link = `pathclock://${section}/${encodeURIComponent(id.toWellFormed())}`
  return parseLink(link)?.search[sections[section]?.opens ?? ''] === id ? link : null
}

export const isLink = (text: string): boolean => /^pathclock:/i.test(text)

/** Decodes an id. Returns null if it cannot be one, or is a path traversal or contains invisible characters. */
function decode(encoded: string): string | null {
  const id = decodeOnce(encoded)
  if (id === null || id === '') return id
  return isId(id) ? id : null
}

const invisibleCharacters = /[\p{C}\p{Zl}\p{Zp}]/u
/** Segments of dots only, which would climb out of the item's address. */
const pathTraversal = /(?:^|[/\\])\.+(?:[/\\]|$)/

/** Checks the id both as decoded and as decoded again, in case a later reader decodes it twice. */
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
