import { protocol } from 'electron'
import type { Pages } from '../builtPages.ts'
import { isOwnPage, pageScheme } from './addresses.ts'

/** Makes `app:` an origin like https has: storage, modules and CSP work. Once, and before `ready`. */
export const registerPageScheme = (): void =>
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true } }])

/** Answers `app://pathclock/…` from the built pages; everything else under the scheme is not found. */
export function servePages(pages: Promise<Pages>): void {
  protocol.handle(pageScheme, async (request) => {
    if (request.method !== 'GET' || !isOwnPage(request.url)) return new Response(null, { status: 404 })
    const page = (await pages).respond(new URL(request.url).pathname, { host: 'electron', connect: "'none'" })
    return new Response(page.body, { status: page.status, headers: page.headers })
  })
}
