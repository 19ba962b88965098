import { createHash } from 'node:crypto'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../testing/newFolder.ts'
import { loadPages } from './builtPages.ts'

const electron = { host: 'electron', connect: "'none'" } as const
const text = (body: Uint8Array) => Buffer.from(body).toString('utf8')

describe('the built pages', () => {
  let outer: string
  let folder: string

  beforeEach(async () => {
    outer = newFolder()
    folder = join(outer, 'renderer')
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(
      join(folder, 'index.html'),
      '<meta name="pathclock-host" content="__PATHCLOCK_HOST__"><meta nonce="__CSP_NONCE__">',
    )
    await writeFile(join(folder, 'assets/app-1.js'), 'start()')
    await writeFile(join(folder, 'assets/notes.txt'), 'private')
    await writeFile(join(outer, 'secret.js'), 'secret')
  })

  it('serve the index at / with the host and a new nonce each time, the same in header and page', async () => {
    const pages = await loadPages(folder)
    const nonces = ['/', '/', '/index.html'].map((path) => {
      const { status, headers, body } = pages.respond(path, {
        host: 'loopback',
        connect: 'http://127.0.0.1:1',
      })
      expect(status).toBe(200)
      expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
      expect(text(body)).toContain('content="loopback"')
      const nonce = /'nonce-([^']+)'/.exec(headers['Content-Security-Policy'] ?? '')?.[1]
      expect(text(body)).toContain(`nonce="${nonce}"`)
      return nonce
    })
    expect(new Set(nonces).size).toBe(3)
  })

  it('are sent with a policy without any unsafe source', async () => {
    const { headers } = (await loadPages(folder)).respond('/', electron)
    const policy = headers['Content-Security-Policy']?.replace(/nonce-[^']+/, 'nonce-N')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; style-src-attr 'none'; " +
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'none'; frame-ancestors 'none'; " +
        "base-uri 'none'; form-action 'none'; object-src 'none'; worker-src 'none'",
    )
    expect(headers).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-DNS-Prefetch-Control': 'off',
      'Cross-Origin-Opener-Policy': 'same-origin',
    })
  })

  it('allow exactly the inline script of the page', async () => {
    const script = 'window.first = 1'
    await writeFile(join(folder, 'index.html'), `<script>${script}</script><script src="a.js"></script>`)
    const { headers } = (await loadPages(folder)).respond('/', electron)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['Content-Security-Policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  })

  it('include the files that were read, with their type', async () => {
    const { status, headers, body } = (await loadPages(folder)).respond('/assets/app-1.js', electron)
    expect([status, headers['Content-Type'], text(body)]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'start()',
    ])
  })

  it('are cached by a browser only if named by their content', async () => {
    const pages = await loadPages(folder)
    const storage = ['/', '/index.html', '/assets/app-1.js', '/assets/none.js'].map(
      (path) => pages.respond(path, electron).headers['Cache-Control'],
    )
    expect(storage).toEqual(['no-store', 'no-store', 'private, max-age=31536000, immutable', 'no-store'])
  })

  it.each([
    '',
    '/assets',
    '/assets/',
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/assets/../../secret.js',
    '/assets\\app-1.js',
    '//assets/app-1.js',
    '/assets/notes.txt',
    '/link.js',
    '/later.js',
    '/__proto__',
    '/constructor',
  ])('respond with 404 to %j', async (path) => {
    await symlink(join(outer, 'secret.js'), join(folder, 'link.js'))
    const pages = await loadPages(folder)
    await writeFile(join(folder, 'later.js'), 'written after the start')
    expect(pages.respond(path, electron).status).toBe(404)
  })

  it('throw "not built" if they are missing', async () => {
    await expect(loadPages(join(outer, 'nothing'))).rejects.toThrow('not built')
    // A file in place of the folder.
    await expect(loadPages(join(outer, 'secret.js'))).rejects.toThrow('not built')
  })
})
