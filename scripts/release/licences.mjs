// Writes out/LICENSES.txt: the license of every shipped package, whether bundled into out/ or packed beside it. The
// bundler records the packages of the modules it includes (electron.vite.config.ts). As electron-builder's `beforePack`
// it aborts the packing if a license is missing or not on the list.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot } from '../build.mjs'

const read = (path) => readFileSync(join(projectRoot, path), 'utf8')

/** Licences that ask no more than to be named and enclosed. OFL-1.1 is of fonts. */
export const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Packages that declare MIT and their author but include no text: they get the standard text with that name. */
const bringNoText = new Set(['lazy-val', 'react-remove-scroll-bar'])

/** Returns true if the list satisfies a single-level SPDX expression: all parts of an AND, one part of an OR. */
export const isAllowed = (expression) =>
  expression
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowedLicences.has(one.trim())))

/** `name@version` to the folder it is installed in, and whether it is needed at run time, of the lock file. */
function installed() {
  const packages = new Map()
  for (const [folder, { name, version, dev, optional }] of Object.entries(
    JSON.parse(read('package-lock.json')).packages,
  )) {
    if (folder === '') continue
    const key = `${name ?? folder.slice(folder.lastIndexOf('node_modules/') + 13)}@${version}`
    packages.set(key, { folder, isRunTime: !dev && !optional })
  }
  return packages
}

const findIn = (folder, pattern) => {
  const at = join(projectRoot, folder)
  const file = existsSync(at) && readdirSync(at).find((name) => pattern.test(name))
  return file ? readFileSync(join(at, file), 'utf8').trim() : ''
}
const licenceFile = /^(licen[cs]e|copying)/i

function usualText({ name, licence }, folder) {
  if (!bringNoText.has(name) || licence !== 'MIT' || !folder) return ''
  const { author } = JSON.parse(read(join(folder, 'package.json')))
  const who = author?.name ?? author
  return who
    ? read('LICENSE')
        .trim()
        .replace(/^Copyright.*$/m, `Copyright (c) ${who}`)
    : ''
}

/**
 * The packages that are packed, each once, in the order of their names, as
 * `{ name, version, licence, text, notice }`; `text` is empty where none was found.
 */
export function packedPackages() {
  const all = installed()
  const packed = new Map()
  for (const part of ['main', 'preload', 'renderer'])
    for (const { name, version, identifier = '', text = '' } of JSON.parse(read(`out/${part}/licences.json`)))
      packed.set(`${name}@${version}`, { name, version, licence: identifier, text })
  for (const [key, { folder, isRunTime }] of all) {
    if (!isRunTime) continue
    const { name, version, license = '' } = JSON.parse(read(join(folder, 'package.json')))
    packed.set(key, { name, version, licence: license, text: findIn(folder, licenceFile) })
  }
  return [...packed]
    .map(([key, one]) => ({
      ...one,
      text: one.text || usualText(one, all.get(key)?.folder),
      notice: findIn(all.get(key)?.folder ?? 'node_modules/.none', /^notice/i),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))
}

/** Returns the license problems of `packages`, one line each. */
export const licenceProblems = (packages) =>
  packages.flatMap(({ name, version, licence, text }) => [
    ...(text ? [] : [`${name} ${version} has no licence text`]),
    ...(isAllowed(licence) ? [] : [`${name} ${version} is under "${licence}", which is not on the list`]),
  ])

/** Formats the license texts. Packages with an identical text are listed together above it. */
export function licencesText(packages) {
  const byText = new Map()
  for (const { name, version, licence, text, notice } of packages) {
    const whole = notice ? `${text}\n\n${notice}` : text
    byText.set(whole, [...(byText.get(whole) ?? []), `${name} ${version} (${licence})`])
  }
  const line = '-'.repeat(80)
  const parts = [...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`)
  return `Pathclock contains the software named below, each under its own licence.
Electron and Chromium have theirs in LICENSE.electron.txt and LICENSES.chromium.html.

${line}
Pathclock

${read('LICENSE').trim()}

${parts.join('\n')}`
}

/** Writes the file; throws with every problem where a licence is missing or not allowed. */
export default async function writeLicences() {
  const packages = packedPackages()
  const problems = licenceProblems(packages)
  if (problems.length > 0) throw new Error(`Licences of what is packed:\n${problems.join('\n')}`)
  // Whole or not at all: several platforms may be packed at the same time.
  const file = join(projectRoot, 'out/LICENSES.txt')
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, licencesText(packages))
  renameSync(unfinished, file)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeLicences()
