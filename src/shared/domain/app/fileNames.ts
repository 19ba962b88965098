const maxBytes = 180
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(\s*\.|\s*$)/i
// Control characters, and those that change the direction of text so that `gpj.exe` reads `exe.jpg`.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Makes a name from a page, a service or the user safe on every system: one part of a path, at most 180 bytes, with no
 * invisible characters, no reserved Windows name, and no leading hyphen that a command would take for an option. Keeps
 * the extension.
 */
export function toSafeFileName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? ''
  const plain = lastPart
    .replaceAll(invisible, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  const shortened = shorten(plain === '' ? 'file' : plain)
  return reserved.test(shortened) || /^[-~]/.test(shortened) ? shorten(`_${shortened}`) : shortened
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

function shorten(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  let stem = extension === '' ? name : name.slice(0, dot)
  if (byteLength(stem + extension) <= maxBytes) return name
  // Every character has at least one byte, so most of a long name is cut in one step.
  stem = stem.slice(0, maxBytes)
  while (byteLength(stem + extension) > maxBytes) stem = stem.slice(0, -1)
  // The cut may leave half of a surrogate pair, or a space or dot at the end.
  return stem.replace(/\p{Cs}$/u, '').replace(/[\s.]+$/, '') + extension
}

export const capsuleExtension = 'pathclock'

export const backupExtension = 'pathclock-backup'

export const tableExtensions = ['csv', 'tsv', 'txt', 'xlsx']

/** Returns the kind of file by its name, or null if the app does not open such files. */
export function kindOfFile(name: string): 'table' | 'capsule' | 'backup' | null {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(name.toLowerCase()) ?? []
  if (extension === capsuleExtension) return 'capsule'
  if (extension === backupExtension) return 'backup'
  return tableExtensions.includes(extension) ? 'table' : null
}
