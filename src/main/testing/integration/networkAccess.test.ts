import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../../..')

/** All shipped files that run outside the page. The page's own access is limited by its content security policy. */
const files = ['main', 'preload', 'demoService', 'shared']
  .flatMap((room) => readdirSync(join(source, room), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ({ path: relative(source, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !path.includes('/testing/'))

/**
 * The APIs that can send data, and the only files that may use them: those behind the offline switch, and our servers.
 */
const networkApis: [string, RegExp, string[]][] = [
  ['fetch', /\b(?:net\.)?fetch\(|\bXMLHttpRequest\b/, ['main/hosts/electron/network/transport.ts']],
  ['sockets', /\bnew (?:WebSocket|EventSource)\(|from 'undici'/, []],
  // The certificates that are trusted are a matter of tls.
  [
    'modules that connect',
    /(?:^import (?!type).* from |import\(|getBuiltinModule\()'(?:node:)?(?:https|http2|net|tls|dgram|dns)/m,
    // net.Socket is the type of a standard output that is a pipe.
    [
      'main/adapters/network/httpRequest.ts',
      'main/adapters/network/transport.ts',
      'main/hosts/cli/output/output.ts',
    ],
  ],
  [
    'http as a client',
    /\{[^}]*\b(?:request|get|Agent)\b[^}]*\} (?:from |= process\.getBuiltinModule\()'(?:node:)?http'/,
    ['main/adapters/network/httpRequest.ts'],
  ],
  // The proxy of all requests is set there.
  [
    'http as a whole',
    /(?:\w+ (?:from |= process\.getBuiltinModule\()|import\()'(?:node:)?http'/,
    ['main/adapters/network/transport.ts'],
  ],
  [
    'other programs',
    /from 'node:child_process'|utilityProcess/,
    // The printing window has no network access, and the policy of its pages forbids requests; lsof lists connections
    // of this computer, and reg.exe reads one registry key.
    [
      'main/adapters/keychain/helperClient.ts',
      'main/adapters/pdf/printPdf.ts',
      'main/hosts/electron/host.ts',
      'main/hosts/electron/updates/updatePolicy.ts',
      'main/hosts/loopback/peerAccount.ts',
    ],
  ],
  // Behind the offline switch by way of src/main/app/updates.ts.
  [
    'the updater',
    /import\('electron-updater'\)|import (?!type).* from 'electron-updater'/,
    ['main/hosts/electron/host.ts'],
  ],
  [
    'the browser',
    /from 'open'|import\('open'\)|shell\.openExternal/,
    ['main/hosts/electron/window/dialogs.ts', 'main/hosts/openInBrowser.ts'],
  ],
]

it.each(networkApis)('there is no other way out than the known ones: %s', (_way, pattern, allowed) => {
  const found = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(found.sort()).toEqual(allowed.sort())
})
