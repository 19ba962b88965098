// Empty stand-ins for Electron's own binaries, laid out as electron-builder unpacks them: enough to be packed, renamed
// and given fuses. They cannot run.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../build.mjs'
import { ofLibrary } from './library.mjs'

const version = JSON.parse(
  readFileSync(join(projectRoot, 'node_modules/electron/package.json'), 'utf8'),
).version

/** The marker that Electron's fuses are found by, then version, length and a digit for each of them, all switched on. */
const fuseWire = Buffer.concat([
  Buffer.alloc(64),
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('111111111'),
  Buffer.alloc(64),
])

function write(file, content, mode = 0o644) {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

function writeCommon(folder) {
  write(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) write(join(folder, name), 'empty')
}

function linuxStub(folder) {
  writeCommon(folder)
  write(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), fuseWire]), 0o755)
  write(join(folder, 'locales/en-US.pak'), '')
  mkdirSync(join(folder, 'resources'))
}

async function windowsStub(folder) {
  const { NtExecutable, NtExecutableResource, Resource } = await import(ofLibrary.resolve('resedit'))
  writeCommon(folder)
  const executable = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(executable)
  const info = Resource.VersionInfo.createEmpty()
  info.lang = 1033
  info.setFileVersion(1, 0, 0, 0, 1033)
  info.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'empty', ProductName: 'Electron' })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  write(join(folder, 'electron.exe'), Buffer.concat([Buffer.from(executable.generate()), fuseWire]))
  write(join(folder, 'locales/en-US.pak'), '')
  mkdirSync(join(folder, 'resources'))
}

function macStub(folder) {
  writeCommon(folder)
  const program = (bundle, name, id) => {
    const entries = Object.entries({
      CFBundleExecutable: name,
      CFBundleIdentifier: id,
      CFBundleName: name,
      CFBundleDisplayName: name,
    })
    const keys = entries.map(([key, value]) => `<key>${key}</key><string>${value}</string>`).join('')
    const head =
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">'
    write(join(bundle, 'Contents/Info.plist'), `${head}<plist version="1.0"><dict>${keys}</dict></plist>`)
    write(join(bundle, 'Contents/MacOS', name), 'empty', 0o755)
    mkdirSync(join(bundle, 'Contents/Resources'), { recursive: true })
  }
  const bundle = join(folder, 'Electron.app')
  program(bundle, 'Electron', 'com.github.Electron')
  const frameworks = join(bundle, 'Contents/Frameworks')
  write(join(frameworks, 'Electron Framework.framework/Electron Framework'), fuseWire)
  for (const suffix of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'])
    program(
      join(frameworks, `Electron Helper${suffix}.app`),
      `Electron Helper${suffix}`,
      'com.github.Electron.helper',
    )
}

/** Writes the stand-in for a platform into its own folder. */
export async function writeStub(platform, folder) {
  mkdirSync(folder)
  await { linux: linuxStub, win: windowsStub, mac: macStub }[platform](folder)
}
