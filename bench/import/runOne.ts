/** One candidate on one file, in a process of its own; prints what it took as JSON. */
import { imports } from './imports.ts'
import { readers } from './readers.ts'

const [kind, name = '', path = '', database = ''] = process.argv.slice(2)
const before = process.cpuUsage()
const run = kind === 'read' ? readers[name as keyof typeof readers] : imports[name as keyof typeof imports]
const records = await run(path, database)
const { user, system } = process.cpuUsage(before)
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ records, cpuMs: (user + system) / 1000, peakMb }))
