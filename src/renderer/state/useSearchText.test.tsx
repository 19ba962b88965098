import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSearchText } from './useSearchText.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(searched: string) {
  const write = vi.fn()
  const shown = renderHook((text: string) => useSearchText(text, write), { initialProps: searched })
  const type = (text: string) => act(() => shown.result.current.type(text))
  return { ...shown, write, type }
}

it('writes the typed text to the address once the user pauses', () => {
  const { type, write } = open('')
  type('a')
  type('ab')
  act(() => void vi.advanceTimersByTime(1000))
  expect(write.mock.calls).toEqual([['ab']])
})

it('shows the text after Back, and does not write what was typed before', () => {
  const { type, write, rerender, result } = open('new')
  type('newer')
  rerender('old')
  act(() => void vi.advanceTimersByTime(1000))
  expect(result.current.text).toBe('old')
  expect(write).not.toHaveBeenCalled()
})
