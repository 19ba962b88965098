const maxBytes = 180
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i
// Control characters, and those that turn the direction of text so that `gpj.exe` reads `exe.jpg`.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * A name, as a browser or page sent it, that is safe on every system: one part of a path, no reserved name of Windows,
 * nothing invisible, at most 180 bytes. The extension is kept.
 */
export function safeFileName(sent: string): string {
  const lastPart = sent.split(/[/\\]/).at(-1) ?? ''
  const plain = lastPart
    .replaceAll(invisible, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '')
  const named = plain === '' ? 'file' : plain
  return shorten(reserved.test(named) ? `_${named}` : named)
}

function shorten(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  let stem = extension === '' ? name : name.slice(0, dot)
  while (Buffer.byteLength(stem + extension) > maxBytes) stem = stem.slice(0, -1)
  // Half of a character of two code units may be left.
  return stem.replace(/\p{Cs}$/u, '') + extension
}

/** `Content-Disposition` for a download: an ASCII name for old clients, and the whole name (RFC 6266, RFC 8187). */
export function attachment(name: string): string {
  const safe = safeFileName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
