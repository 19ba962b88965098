// Checks that the packed program runs only its own code: Electron's fuses, and the archive's hash in the executable.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { ofLibrary } from './library.mjs'

const asar = ofLibrary('@electron/asar')

/** Every fuse that there is. A null one stays as Electron made it. */
const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // WebAssembly's checks of bounds by traps: a matter of speed, on in Electron.
  WasmTrapHandlers: null,
}

/** Reads the fuses back from the packed `program`. */
export async function checkFuses({ program, expect }) {
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
  expect(
    known.join() === Object.keys(fuses).join(),
    `there are other fuses than are set: ${known.join(', ')}`,
  )
  const wire = await getCurrentFuseWire(program)
  for (const [fuse, on] of Object.entries(fuses))
    expect(
      wire[FuseV1Options[fuse]] === (on === false ? FuseState.DISABLE : FuseState.ENABLE),
      `the fuse ${fuse} should be ${on === false ? 'off' : 'on'}`,
    )
}

/** The hash that Electron compares at the start is of the archive's header, which holds those of all files. */
export async function checkIntegrity({ platform, program, resources, expect }) {
  if (platform === 'linux') return
  const { headerString } = asar.getRawHeader(join(resources, 'app.asar'))
  const right = createHash('sha256').update(headerString).digest('hex')
  const noted =
    platform === 'mac' ? readInfo(program).ElectronAsarIntegrity : await integrityOfExecutable(program)
  const found = Object.entries(noted ?? {}).map(([file, { hash }]) => `${file.replaceAll('\\', '/')} ${hash}`)
  expect(
    found.some((one) => one.toLowerCase() === `resources/app.asar ${right}`),
    `the archive's hash is not in the executable: ${found.join(', ') || 'none'}`,
  )
}

async function integrityOfExecutable(program) {
  const { NtExecutable, NtExecutableResource } = await import(ofLibrary.resolve('resedit'))
  const { entries } = NtExecutableResource.from(
    NtExecutable.from(readFileSync(program), { ignoreCert: true }),
  )
  const entry = entries.find(({ type, id }) => type === 'INTEGRITY' && id === 'ELECTRONASAR')
  const list = entry ? JSON.parse(Buffer.from(entry.bin).toString('utf8')) : []
  return Object.fromEntries(list.map(({ file, value }) => [file, { hash: value }]))
}

/** The property list of a packed macOS app. */
export const readInfo = (program) =>
  ofLibrary('plist').parse(readFileSync(join(program, 'Contents/Info.plist'), 'utf8'))
