/** One candidate on one file, in a process of its own; prints what it took as JSON. */

import { readPeakMb } from '../../src/main/testing/processes/peakMemory.ts'
import { countRows } from './database.ts'
import { imports } from './imports.ts'
import { readers } from './readers.ts'

const [kind, name = '', path = '', database = ''] = process.argv.slice(2)
const before = process.cpuUsage()
const read =
  kind === 'read'
    ? await readers[name as keyof typeof readers](path)
    : await imports[name as keyof typeof imports](path, database)
const { user, system } = process.cpuUsage(before)
const peakMb = readPeakMb()
const records = read ?? countRows(database)
process.stdout.write(JSON.stringify({ records, cpuMs: (user + system) / 1000, peakMb }))
