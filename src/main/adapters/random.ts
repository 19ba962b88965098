import { randomUUID } from 'node:crypto'
import type { Random } from '../ports.ts'

export const systemRandom: Random = { next: () => Math.random(), id: () => randomUUID() }
