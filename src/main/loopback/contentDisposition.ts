import { toSafeFileName } from '../../shared/domain/fileName.ts'

/** `Content-Disposition` for a download: an ASCII name for old clients, and the whole name (RFC 6266, RFC 8187). */
export function contentDisposition(name: string): string {
  const safe = toSafeFileName(name)
  const ascii = safe.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
