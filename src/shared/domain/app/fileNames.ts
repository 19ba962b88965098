const maxBytes = 180
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)(\s*\.|\s*$)/i
// Control characters, and those that turn the direction of text so that `gpj.exe` reads `exe.jpg`.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * A name, as a page, a service or a person gave it, that is safe on every system: one part of a path, no reserved name
 * of Windows, nothing invisible, no option of a command, at most 180 bytes. The extension is stored.
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
  // No character has less than a byte, so most of a long name goes at once.
  stem = stem.slice(0, maxBytes)
  while (byteLength(stem + extension) > maxBytes) stem = stem.slice(0, -1)
  // Half of a character of two code units may be left, or a space or dot at the new end.
  return stem.replace(/\p{Cs}$/u, '').replace(/[\s.]+$/, '') + extension
}

/** The end of the name of a capsule's file. */
export const capsuleExtension = 'pathclock'

/** The end of the name of a workspace backup. */
export const backupExtension = 'pathclock-backup'

/** Endings of tables that are imported, without the dot. */
export const tableExtensions = ['csv', 'tsv', 'txt', 'xlsx']

/** What a file is by its name; null for one that the app does not open. */
export function kindOfFile(name: string): 'table' | 'capsule' | 'backup' | null {
  const [, extension = ''] = /\.([^./\\]+)$/.exec(name.toLowerCase()) ?? []
  if (extension === capsuleExtension) return 'capsule'
  if (extension === backupExtension) return 'backup'
  return tableExtensions.includes(extension) ? 'table' : null
}
