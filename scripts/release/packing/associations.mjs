// Checks the links and files that the system opens with the packed app. macOS stores them in the app itself, so they
// are read from there. Linux and Windows get them from the installer, which is not built here, so its sources are read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../build.mjs'
import { ofLibrary } from './library.mjs'
import { readInfo } from './seals.mjs'

const read = (path) => readFileSync(join(projectRoot, path), 'utf8')
const config = ofLibrary('js-yaml').load(read('electron-builder.yml'))
const extensions = (platform) => (config[platform].fileAssociations ?? []).flatMap(({ ext }) => ext)

const ownExtensions = 'pathclock,pathclock-backup'

export function checkAssociations({ platform, program, expect }) {
  expect(
    config.protocols.flatMap(({ schemes }) => schemes).join() === 'pathclock',
    'the links are not pathclock: alone',
  )
  if (platform === 'mac') checkMac(readInfo(program), expect)
  if (platform === 'linux') checkLinux(expect)
  if (platform === 'win') checkWindows(expect)
}

function checkMac(info, expect) {
  const schemes = (info.CFBundleURLTypes ?? []).flatMap((type) => type.CFBundleURLSchemes)
  expect(schemes.join() === 'pathclock', `Info.plist has the links ${schemes.join(', ') || 'none'}`)
  const types = (info.CFBundleDocumentTypes ?? []).map(
    (type) => `${type.CFBundleTypeExtensions.join()} ${type.CFBundleTypeRole} ${type.LSHandlerRank}`,
  )
  expect(
    types.join(', ') === 'pathclock Editor Owner, pathclock-backup Editor Owner, csv Viewer Alternate',
    `Info.plist has the types ${types.join(', ') || 'none'}`,
  )
}

function checkLinux(expect) {
  const { linux } = config
  expect(extensions('linux').join() === ownExtensions, 'Linux: the package defines other types than our own')
  expect(linux.mimeTypes.join() === 'text/csv', 'Linux: tables are not offered under "open with"')
  expect(
    linux.desktop.entry.InitialPreference === '1',
    'Linux: the app asks for more than the lowest preference',
  )
}

/** The installer's own macro for a type writes the default of that type, which .csv must keep. */
function checkWindows(expect) {
  expect(extensions('win').join() === ownExtensions, 'Windows: the installer takes other types than our own')
  const script = read(config.nsis.include)
  const [install, uninstall] = script.split('!macro customUnInstall')
  expect(
    !/Write\w+ SHELL_CONTEXT "Software\\Classes\\\.csv" /.test(script) && !/APP_ASSOCIATE/.test(script),
    'Windows: the installer takes .csv from the program that has it',
  )
  expect(
    install.includes(String.raw`WriteRegNone SHELL_CONTEXT "Software\Classes\.csv\OpenWithProgids"`),
    'Windows: tables are not offered under "open with"',
  )
  const written = [...install.matchAll(/WriteReg\w+ SHELL_CONTEXT "Software\\Classes\\([^"\\]+)/g)]
  for (const root of new Set(written.map(([, name]) => name)))
    expect(uninstall.includes(`Software\\Classes\\${root}`), `Windows: ${root} stays when the app is removed`)
}
