import { describe, expect, it } from 'vitest'
import type { Clock, Files } from '../ports.ts'
import { createProblems } from './problems.ts'

const files = {} as Files
const crashes = { record: () => undefined }
/** Time passes at once for whoever sleeps. */
const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() }

describe('what is gathered of a problem', () => {
  it('has the other parts where one cannot be told, or never is', async () => {
    const problems = createProblems({
      clock,
      files,
      crashes,
      unseen: [],
      gather: {
        'broken.txt': () => {
          throw new Error('HLS-001')
        },
        'hanging.txt': () => new Promise(() => undefined),
        'sound.txt': () => 'sound',
      },
    })
    expect(await problems.gather({})).toEqual({
      parts: [
        { name: 'broken.txt', text: 'This could not be found out.\n' },
        { name: 'hanging.txt', text: 'This could not be found out.\n' },
        { name: 'sound.txt', text: 'sound' },
      ],
    })
  })
})
