import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Whatever a start needs has run by then, and so is compiled. */
const saveAfterMs = 10_000
const crcBytes = 4

const unsaved: { script: Script; file: string }[] = []

/**
 * Runs what `scriptsOfChunks` made of a chunk, and gives the function that it is. Beside what Node keeps of compiled
 * code, the functions that were called are kept too, ten seconds after the start or at the end.
 */
export function runScript(address: string): unknown {
  const path = fileURLToPath(address)
  const bytes = readFileSync(path)
  const file = cacheFileOf(path, crc32(bytes))
  const cachedData = file === null ? undefined : readCache(file)
  const script = new Script(bytes.toString('utf8'), { filename: address, ...(cachedData && { cachedData }) })
  if (file !== null && (!cachedData || script.cachedDataRejected)) saveLater(script, file)
  return script.runInThisContext()
}

/** In Node's own folder of compiled code, which is safe, one for each entry: each calls other functions. */
function cacheFileOf(path: string, crc: number): string | null {
  const folder = getCompileCacheDir()
  if (folder === undefined) return null
  const entry = basename(process.argv[1] ?? '', '.js')
  return join(folder, [basename(path), crc.toString(16), /^\w{1,20}$/.test(entry) ? entry : 'app'].join('-'))
}

/** V8 trusts what it is given, so what a crash cut off is left aside. */
function readCache(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const data = bytes.subarray(crcBytes)
    return bytes.length > crcBytes && bytes.readUInt32LE() === crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

function saveLater(script: Script, file: string): void {
  if (unsaved.push({ script, file }) > 1) return
  process.on('exit', saveAll)
  setTimeout(saveAll, saveAfterMs).unref()
}

function saveAll(): void {
  for (const { script, file } of unsaved.splice(0))
    try {
      const data = script.createCachedData()
      const crc = Buffer.alloc(crcBytes)
      crc.writeUInt32LE(crc32(data))
      const unfinished = `${file}.${process.pid}`
      writeFileSync(unfinished, Buffer.concat([crc, data]), { mode: 0o600 })
      renameSync(unfinished, file)
    } catch {
      // The next start compiles again.
    }
}
