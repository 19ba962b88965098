import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** All settings that make Node, Electron or Chromium trust a certificate that they would refuse. */
const bypassPattern =
  /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|setCertificateVerifyProc|certificate-error|allow-insecure-localhost|ignoreHTTPSErrors/
const files = globSync(
  ['src/**/*.{ts,tsx}', 'scripts/**/*.{mjs,mts,sh}', 'electron-builder*', 'electron.vite.config.ts'],
  { cwd: root },
)

describe('certificate checks', () => {
  it('are turned off nowhere in what ships', () => {
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => bypassPattern.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  it.each([
    'tls.connect({ rejectUnauthorized: false })',
    "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'",
    'session.setCertificateVerifyProc((_, done) => done(0))',
    "app.on('certificate-error', allow)",
    "app.commandLine.appendSwitch('ignore-certificate-errors')",
  ])('a way round them would be found: %s', (line) => {
    expect(line).toMatch(bypassPattern)
  })
})
