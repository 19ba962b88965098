import { describe, expect, it } from 'vitest'
import { isIsoDay, isoDayNumber } from '../../../../shared/domain/samples/calendar.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { createDraws } from '../../testing/createDraws.ts'
import { hashIfPlain, hashValue, noHash, shortNumber } from './fastCheck.ts'

/** The same rules as regular expressions, which are slower but easier to read. */
const soundName = /^(?![+\-\d]|[a-z]{3}-\d)[!"$-&(-~](?:[ -~]{0,498}[!-~])?$/i
const numbers = { ',': /^\d+(,\d+)?$/, '.': /^\d+(\.\d+)?$/ }
const isoShape = /^\d{4}-\d{2}-\d{2}$/

const { text } = createDraws(createSeededRandom(7))

const edges = ['', ' ', 'a b ', ' a', "'", ...'a|#|sep-2|SEP-2|Sep-|sept-2|se1-2|a b|\u007f|é'.split('|')]
const lengths = [499, 500, 501].map((length) => 'x'.repeat(length))
const times = 20_000

describe('the fast check', () => {
  it('accepts the same names as the expression and returns their hash', () => {
    const texts = Array.from({ length: times }, () => text(' !"#$&\'(+-09azAZ~\u007fé\t', 7))
    for (const cell of [...edges, ...lengths, ...texts])
      expect([cell, hashIfPlain(cell)]).toEqual([cell, soundName.test(cell) ? hashValue(cell) : noHash])
    expect(texts.filter((cell) => soundName.test(cell)).length).toBeGreaterThan(times / 50)
  })

  it('reads a short number as the engine does, and no other', () => {
    let fastCount = 0
    for (const decimal of [',', '.'] as const)
      for (let time = 0; time < times; time++) {
        const cell = time % 2 === 0 ? text('0123456789.,', 17) : text('+-012345e. ', 6)
        const number = shortNumber(cell, decimal.charCodeAt(0))
        const isShort = numbers[decimal].test(cell) && cell.length <= 15
        expect([cell, number]).toEqual([cell, isShort ? Number(cell.replace(',', '.')) : Number.NaN])
        if (isShort) fastCount += 1
      }
    expect(fastCount).toBeGreaterThan(times / 50)
  })

  it('takes for a day what the calendar has', () => {
    const real = (cell: string): boolean => {
      const time = Date.parse(`${cell}T00:00:00.000Z`)
      return isoShape.test(cell) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(cell)
    }
    const near = Array.from(
      { length: times },
      () => `${text('0129', 4)}-${text('01239', 2)}-${text('01239', 2)}`,
    )
    const leaps = '1900-02-29 2000-02-29 2024-02-29 2023-02-29 0000-02-29 2024-13-01 2024-00-10'.split(' ')
    for (const cell of [...leaps, ...near, ...Array.from({ length: times }, () => text('0123-', 11))])
      expect([cell, isoDayNumber(cell)]).toEqual([
        cell,
        real(cell) ? Number(cell.replaceAll('-', '')) : Number.NaN,
      ])
    expect(near.filter(isIsoDay).length).toBeGreaterThan(20)
  })
})
