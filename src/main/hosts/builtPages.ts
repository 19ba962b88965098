import { createHash, randomBytes } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** A response with a page. `status` and `headers` fit `ResponseInit`. */
type PageResponse = { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }

type PageOptions = {
  host: 'electron' | 'loopback'
  /** The value of `connect-src`: `'none'`, or the sources of the host itself. */
  connect: string
}

/** The built pages, read once. `respond` returns 404 for every path that did not exist then. */
export type Pages = { respond(pathname: string, options: PageOptions): PageResponse }

/** The content types to serve. Files of other types in the folder are ignored. */
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

type Page = { contentType: string; body: Buffer<ArrayBuffer> }

/** Reads all built pages of `folder`. Throws if it has no index.html. */
export async function loadPages(folder: string): Promise<Pages> {
  const manifest = readManifest(folder)
  const index = manifest.get('/index.html')
  if (!index) throw notBuiltError(folder)
  manifest.set('/', index)
  const scripts = ["'self'", ...hashesOfScripts(index.body.toString('utf8'))].join(' ')

  return {
    // The raw pathname is looked up unchanged. Nothing is decoded or joined, so no path can leave the map.
    respond: (pathname, options) => {
      const page = manifest.get(pathname)
      const nonce = randomBytes(18).toString('base64')
      const headers = securityHeaders({ scripts, connect: options.connect, nonce })
      if (!page)
        return {
          status: 404,
          headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
          body: Buffer.from('Not found\n'),
        }
      const body = page === index ? fillTemplate(page.body, options.host, nonce) : page.body
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': page.contentType, ...(isNamedByContent(pathname) && stored) },
        body,
      }
    },
  }
}

/**
 * Returns true for files that the build names by their content, so a cached copy never goes stale. They contain no user
 * data.
 */
const isNamedByContent = (pathname: string): boolean => pathname.startsWith('/assets/')
/** A browser compiles cached scripts only once. */
const stored = { 'Cache-Control': 'private, max-age=31536000, immutable' }

/**
 * Reads the files synchronously, which takes some ms. Asynchronous reads during a start would take ten times as long.
 */
function readManifest(folder: string): Map<string, Page> {
  const manifest = new Map<string, Page>()
  for (const entry of entriesOf(folder)) {
    const contentType = contentTypes[extname(entry.name)]
    // Links are skipped, so that none leads out of the folder.
    if (!entry.isFile() || contentType === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const pathname = `/${relative(folder, file).split(sep).join('/')}`
    manifest.set(pathname, { contentType, body: readFileSync(file) })
  }
  return manifest
}

/** Returns all entries below the folder. Throws if it cannot be read. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    throw notBuiltError(folder, error)
  }
}

const notBuiltError = (folder: string, cause?: unknown): Error =>
  new Error(`The pages of Pathclock are not built: there is no index.html in ${folder}.`, { cause })

const fillTemplate = (html: Buffer, host: string, nonce: string): Buffer<ArrayBuffer> =>
  Buffer.from(html.toString('utf8').replaceAll('__PATHCLOCK_HOST__', host).replaceAll('__CSP_NONCE__', nonce))

/** Returns the hashes with which a policy allows exactly the inline scripts of the page. */
const hashesOfScripts = (html: string): string[] =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

type Allowed = { scripts: string; connect: string; nonce: string }

/** Returns the headers that restrict our pages: they run our own files and connect to `connect` only. */
function securityHeaders({ scripts, connect, nonce }: Allowed): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${scripts}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'none'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src ${connect}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "worker-src 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), serial=()',
    'Cache-Control': 'no-store',
  }
}
