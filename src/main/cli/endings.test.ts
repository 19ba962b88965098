import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import type { Job } from '../../shared/contract/state.ts'
import { exitCodeOf, exitCodeOfJob } from './endings.ts'

const fileFailure = (name: string) => new Failure('file', 'The disk is full.', { name })

describe('the exit code', () => {
  it('of a full disk is not that of wrong usage', () => {
    expect(exitCodeOf(fileFailure('drugs.db'))).toBe(1)
    expect(exitCodeOfJob({ failureCode: 'file', kind: 'import' } as Job)).toBe(1)
  })

  it('of a file that a person named and that cannot be read is that of wrong usage', () => {
    expect(exitCodeOf(fileFailure('samples.csv'))).toBe(2)
  })

  it('of an export whose file cannot be written is the same, also when that shows in the midst of it', () => {
    expect(exitCodeOfJob({ failureCode: 'file', kind: 'export' } as Job)).toBe(2)
  })
})
