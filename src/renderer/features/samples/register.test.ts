import { describe, expect, it } from 'vitest'
import { analysisRequests, formatSize, nextSorting, toggle, togglePage, toReadable } from './register.ts'

describe('the register', () => {
  it('sorts upwards first and turns round on the second click', () => {
    const first = nextSorting({ sort: 'created_at', order: 'asc' }, 'status')
    expect(first).toEqual({ sort: 'status', order: 'asc' })
    expect(nextSorting(first, 'status').order).toBe('desc')
  })

  it('keeps what is chosen on other pages when a page is ticked or unticked', () => {
    expect(togglePage(['x', 'a'], ['a', 'b'])).toEqual(['x', 'a', 'b'])
    expect(togglePage(['x', 'a', 'b'], ['a', 'b'])).toEqual(['x'])
    expect(toggle(['x'], 'x')).toEqual([])
  })

  it('counts two requests a sample with the clock', () => {
    expect(analysisRequests(48, true)).toBe(96)
    expect(analysisRequests(48, false)).toBe(48)
  })
})

describe('a report', () => {
  it('is broken into lines when it is JSON and left alone when it is not, or is broken', () => {
    expect(toReadable('{"a":1}', 'application/json')).toBe('{\n  "a": 1\n}')
    expect(toReadable('{"a":', 'application/json')).toBe('{"a":')
    expect(toReadable('<p>x</p>', 'text/html')).toBe('<p>x</p>')
  })

  it('has its size in words', () => {
    expect(formatSize(2048)).toBe('2.0 KB')
  })
})
