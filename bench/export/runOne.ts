/** One candidate and so many rows, in a process of its own; prints what it took as JSON. */

import { statSync } from 'node:fs'
import { readPeakMb } from '../../src/main/testing/processes/peakMemory.ts'
import { type Candidate, candidates } from './candidates.ts'

const [name, path = '', rows] = process.argv.slice(2)
const before = process.cpuUsage()
await candidates[name as Candidate](path, Number(rows))
const { user, system } = process.cpuUsage(before)
const peakMb = readPeakMb()
const sizeMb = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1e6
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, peakMb, sizeMb }))
