import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join, posix, sep, win32 } from 'node:path'
import { expect, it } from 'vitest'
import { toSafeFileName } from '../../shared/domain/app/fileNames.ts'
import { createFiles } from '../adapters/files/files.ts'
import { systemRandom } from '../adapters/system.ts'
import { createTransfers } from '../hosts/loopback/transfers.ts'
import { printFigure } from '../testing/faults.ts'
import { newFileFolder } from '../testing/newFolder.ts'
import { createSeededRandom } from '../testing/seededRandom.ts'

const count = 500
const words = (list: string): string[] => list.split(' ')
const starts = ['', ...words(String.raw`../ ..\ ../../ / \\server\share\ //server/share/ C:\ \\?\C:\ c:`)]
const more = [...words('./ ~/ - ~ . $(id)/ %2e%2e/ file:/// ....//'), ' ', '.\\..\\', '\u202e', '\u0000']
const stems = ['', ...words('results 样本 CON nul Aux COM1 lpt9 PRN COM² CLOCK$ CONIN$ .. ...')]
const odd = ['a\u0000b', 'a\nb', 'a\u202egpj', 'e\u0301', ...words(`😀🧬 a:b a|b?c* <a> "a" 'a' \`id\``)]
const long = [
  'x'.repeat(300),
  '样'.repeat(300),
  '🧬'.repeat(300),
  ` ${' '.repeat(290)}a`,
  'con'.padEnd(300, ' '),
]
const ends = [
  '',
  ' ',
  '. . ',
  '\\',
  '\u200b',
  '.csv\u0000.exe',
  ...words('.csv .CSV . .csv.exe :stream ::$DATA / /..'),
]

function hostileNames(): string[] {
  const random = createSeededRandom(17)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const names = new Set<string>()
  for (const stem of [...stems, ...odd, ...long]) names.add(stem)
  while (names.size < count)
    names.add(`${pick([...starts, ...more])}${pick([...stems, ...odd, ...long])}${pick(ends)}`)
  return [...names]
}
const names = hostileNames()

/** Applies Windows' documented rules for file names, which also matter for folders of other systems. */
const windowsRefuses = (name: string): boolean =>
  /[<>:"/\\|?*]/.test(name) ||
  Buffer.from(name).some((byte) => byte < 32) ||
  /[. ]$/.test(name) ||
  /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i.test(name)

/** Returns the problems of a name that will be joined to a folder. */
function wrongsOf(name: string): string[] {
  const wrongs = {
    'leaves the folder': [posix, win32].some(
      (path) => path.dirname(path.join('/chosen', name)) !== path.join('/chosen'),
    ),
    'is none': name === '' || name === '.' || name === '..',
    'Windows refuses it': windowsRefuses(name),
    'is too long': Buffer.byteLength(name) > 180,
    'is read in another direction, or not seen': /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(name),
    'is hidden or an option': /^[.~-]/.test(name),
  }
  return Object.entries(wrongs).flatMap(([wrong, is]) => (is ? [wrong] : []))
}

const root = await realpath(newFileFolder())
const folder = join(root, 'chosen')
mkdirSync(folder)

const files = createFiles({ random: systemRandom })
async function* text(of: string): AsyncGenerator<string> {
  yield of
}

it(`${count} hostile names are safe as suggestions, and their files stay in the folder`, async () => {
  const wrongs = names.flatMap((name) => wrongsOf(toSafeFileName(name)))
  let escapes = 0
  for (const name of names) {
    const path = join(folder, toSafeFileName(name))
    const written = await files.write(files.reserve(path).fileId, text(name))
    if (dirname(await realpath(path)) !== folder) escapes += 1
    expect(written.name).toBe(basename(path))
    expect(readFileSync(path, 'utf8')).toBe(Buffer.from(name).toString('utf8'))
  }
  expect(await readdir(root)).toEqual(['chosen'])
  printFigure('17', 'hostile file names', { names: names.length, escapes, wrong: wrongs.length })
  expect({ wrongs, escapes }).toEqual({ wrongs: [], escapes: 0 })
})

it('the served page writes each of them into a separate folder', async () => {
  const transfers = await createTransfers()
  try {
    let escapes = 0
    for (const name of names) {
      const path = (await transfers.dialogs.chooseSave(name)) ?? ''
      await files.write(files.reserve(path).fileId, text(name))
      if (!(await transfers.contains(path)) || path.split(sep).at(-1) !== toSafeFileName(name)) escapes += 1
    }
    printFigure('17', 'hostile file names of the served page', { names: names.length, escapes })
    expect(escapes).toBe(0)
  } finally {
    await transfers.close()
  }
})

it.skipIf(process.platform === 'win32')(
  'a link with the name is replaced, or refused if it leads to a device, and its target is not written',
  async () => {
    const outside = join(root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'theirs'), 'theirs')
    const targets = [
      '../outside/theirs',
      join(outside, 'theirs'),
      '../outside/new',
      '/nowhere/at/all',
      'loop',
    ]
    let escapes = 0
    for (const [index, target] of targets.entries()) {
      const path = join(folder, target === 'loop' ? 'loop' : `link-${index}.csv`)
      symlinkSync(target, path)
      expect(readlinkSync(path)).toBe(target)
      await files.write(files.reserve(path).fileId, text('new'))
      if (lstatSync(path).isSymbolicLink() || readFileSync(path, 'utf8') !== 'new') escapes += 1
    }
    if (readFileSync(join(outside, 'theirs'), 'utf8') !== 'theirs') escapes += 1
    expect(await readdir(outside)).toEqual(['theirs'])
    printFigure('17', 'links in the place of the file', { links: targets.length, escapes })
    expect(escapes).toBe(0)
    const device = join(folder, 'device.csv')
    symlinkSync('/dev/null', device)
    expect(() => files.reserve(device)).toThrow('a pipe or a device')
    expect(readlinkSync(device)).toBe('/dev/null')
  },
)

it('the test detects mutants that leave out one step', () => {
  const mutants: Record<string, (name: string) => string> = {
    'the name as it came': (name) => name,
    'the last part, as this system takes names apart': (name) => posix.basename(name),
    'the last part, as Windows does': (name) => win32.basename(name),
    'no look for reserved names': (name) => toSafeFileName(name).replace(/^_/, ''),
    'the end cut off': (name) => toSafeFileName(name).slice(0, -1),
    'no limit': (name) => toSafeFileName(name).padEnd(181, 'x'),
  }
  const seen = Object.entries(mutants).filter(([, mutant]) =>
    names.some((name) => wrongsOf(mutant(name)).length > 0),
  )
  expect(seen.map(([name]) => name)).toEqual(Object.keys(mutants))
})
