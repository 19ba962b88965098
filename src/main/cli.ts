import { extname } from 'node:path'
import { keepCompiled } from './keepCompiled.ts'
import { askedDataFolder } from './loopback/dataFolder.ts'

const entry = { folder: import.meta.dirname, extension: extname(import.meta.filename) }
// Before the rest is loaded, which then need not be compiled.
keepCompiled(askedDataFolder(process.argv.slice(2), process.env), entry)
const { startCli } = await import('./startCli.ts')
await startCli(entry)
