import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { joinMessages } from '../../shared/words/message.ts'
import { useAction } from './call.ts'

describe('an action', () => {
  it('runs once, however often it is clicked while it runs', async () => {
    let runs = 0
    let end: () => void = () => undefined
    const { result } = renderHook(() =>
      useAction(() => {
        runs += 1
        return new Promise<void>((done) => {
          end = done
        })
      }),
    )
    act(() => {
      for (let click = 0; click < 20; click += 1) void result.current.run()
    })
    expect(runs).toBe(1)
    expect(result.current.pending).toBe(true)
    await act(async () => end())
    expect(result.current.pending).toBe(false)
    act(() => void result.current.run())
    expect(runs).toBe(2)
  })

  it('is pending until its work ends, even if it is reset in the meantime', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { result } = renderHook(() => useAction(() => promise))
    act(() => void result.current.run())
    act(() => result.current.reset())
    expect(result.current.pending).toBe(true)
    await act(async () => resolve('done'))
    expect(result.current).toMatchObject({ pending: false, value: 'done' })
  })

  it('keeps its failure until the next run', async () => {
    const failure = new Failure('offline', joinMessages([`No network.`]), { reason: 'network' })
    let fails = true
    const { result } = renderHook(() =>
      useAction(async () => {
        if (fails) throw failure
        return 'done'
      }),
    )
    await act(() => result.current.run())
    expect(result.current.failure).toBe(failure)
    fails = false
    await act(() => result.current.run())
    expect(result.current).toMatchObject({ failure: null, value: 'done' })
  })

  it('shows an error of the page itself', async () => {
    const { result } = renderHook(() =>
      useAction(async () => {
        throw new TypeError('x is not a function')
      }),
    )
    await act(() => result.current.run())
    expect(result.current.failure?.code).toBe('bug')
    expect(result.current.failure?.message).toContain('x is not a function')
  })
})
