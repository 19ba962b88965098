import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((file) =>
  file.replaceAll('\\', '/'),
)

type Rule = { what: string; pattern: RegExp; only: string[]; planted: string }

/** Operations that only one file, or no file, may contain. */
const rules: Rule[] = [
  {
    what: 'windows and views are made by one factory',
    pattern: /new (BrowserWindow|BrowserView|WebContentsView|BaseWindow)\b/,
    only: ['src/main/hosts/electron/window/window.ts'],
    planted: 'const second = new BrowserWindow({ show: true })',
  },
  {
    what: 'pages are heard at one door',
    pattern: /\bipcMain\s*\.\s*\w+\(/,
    only: ['src/main/hosts/electron/ipc.ts'],
    planted: "ipcMain.on('other', run)",
  },
  {
    what: 'the browser is opened in one place, behind the list of addresses',
    pattern: /shell\.(openExternal|openPath)\b/,
    only: ['src/main/hosts/electron/window/dialogs.ts'],
    planted: 'void shell.openPath(file)',
  },
  {
    what: 'the bridge to the page is made in one place',
    pattern: /contextBridge\.|\bipcRenderer\./,
    only: ['src/preload/index.ts'],
    planted: "contextBridge.exposeInMainWorld('ipc', ipcRenderer)",
  },
  {
    what: 'an address is loaded where a window is opened, and no file',
    pattern: /\.loadURL\(|\.loadFile\(|file:\/\/\//,
    // Of the page that is printed, and of the app.
    only: ['src/main/hosts/electron/window/printPdf.ts', 'src/main/hosts/electron/window/window.ts'],
    planted: "window.loadFile('index.html')",
  },
  {
    what: 'nothing loosens what Chromium forbids',
    pattern:
      /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|<webview|nodeIntegrationIn|executeJavaScript|enableRemoteModule/i,
    only: [],
    planted: 'webPreferences: { webSecurity: false }',
  },
  {
    what: 'a sandbox is left out in one place: where root prints, for whom Chromium has none',
    pattern: /no-sandbox/i,
    only: ['src/main/adapters/pdf/printPdf.ts'],
    planted: "app.commandLine.appendSwitch('no-sandbox')",
  },
]

describe('the hardening of Electron', () => {
  it.each(rules)('holds in the sources: $what', ({ pattern, only }) => {
    expect(sources.length).toBeGreaterThan(200)
    expect(sources.filter((file) => pattern.test(read(file))).toSorted()).toEqual(only)
  })

  it.each(rules)('would be missed where it is not: $what', ({ pattern, planted }) => {
    expect(planted).toMatch(pattern)
  })

  it('is pinned to one exact release of Electron', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: Record<string, string>
    }
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
  })
})
