import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../../..')

/** Every file that ships and runs outside the page; what the page may reach is its policy's to say. */
const files = ['main', 'preload', 'demoService', 'shared']
  .flatMap((room) => readdirSync(join(source, room), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map(({ parentPath, name }) => join(parentPath, name))
  .map((path) => ({ path: relative(source, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }))
  .filter(({ path }) => !path.includes('/testing/'))

/** What can send something, and the only files that may: those behind the offline switch, and servers of ours. */
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
    // What prints has no network, and its pages' policy forbids them to fetch; lsof lists connections of this computer, and
    // reg.exe reads one key of its registry.
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
