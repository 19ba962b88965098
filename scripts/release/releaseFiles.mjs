// node scripts/release/releaseFiles.mjs FOLDER [--staged PERCENT]: adds the files that a release needs besides its
// installers. Only PERCENT of all installations are offered it, and SHA256SUMS lists every file.
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { ofLibrary } from './packing/library.mjs'

const yaml = ofLibrary('js-yaml')

/** The text of a list of updates that is offered to `percent` of the installations. */
export function stage(text, percent) {
  if (!(percent > 0 && percent <= 100))
    throw new Error('The share of installations is from 1 to 100 percent.')
  return yaml.dump({ ...yaml.load(text), stagingPercentage: percent })
}

/** One line for each of `files` in `folder`, as sha256sum writes and reads them. */
export async function checksums(folder, files) {
  const lines = []
  for (const name of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  return lines.join('')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder, , percent] = process.argv.slice(2)
  const names = readdirSync(folder).sort()
  for (const name of names.filter((one) => /^(latest|beta)[\w-]*\.yml$/.test(one))) {
    const file = join(folder, name)
    if (percent) writeFileSync(file, stage(readFileSync(file, 'utf8'), Number(percent)))
  }
  const listed = names.filter((name) => name !== 'SHA256SUMS')
  writeFileSync(join(folder, 'SHA256SUMS'), await checksums(folder, listed))
  console.log(`${listed.length} files in SHA256SUMS`)
}
