import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { checkWith } from '../validation/testing/checkWith.ts'

const columns = ['sample', 'age']
const checked = (names: string[]) => {
  const { checked: rows, last } = checkWith(
    { columns },
    names.map((name) => [name, '30']),
  )
  return { rows, last: last.map(({ row, rule, severity, message }) => [row, rule, severity, message]) }
}

describe('names of a file that look the same', () => {
  it.each([
    ['composed and decomposed', 'M\u00FCller-1', 'Mu\u0308ller-1'],
    ['with a fixed space', 'S 1', 'S\u00A01'],
    ['with an ideographic space', 'S 1', 'S\u30001'],
    ['with a selector of the character before it', 'S\u26641', 'S\u2664\uFE0E1'],
  ])('but are written with other characters are warned of, both lines named (%s)', (_, one, other) => {
    for (const names of [
      [one, 'X', other],
      [other, 'X', one],
    ]) {
      const { rows, last } = checked(names)
      expect(rows.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid'])
      const lines = names[0] === one ? [4, 2] : [2, 4]
      expect(last).toMatchObject([
        [lines[0], 'same-look', 'warning', expect.stringContaining(`line ${lines[1]}`)],
      ])
    }
  })

  it('are distinguished from each other too where none of them is the usual spelling', () => {
    const { last } = checked(['S\u00A01', 'S\u20021'])
    expect(last).toMatchObject([[3, 'same-look', 'warning', expect.stringContaining('line 2')]])
  })

  it('get no note where they are the same, or look different', () => {
    expect(checked(['S 1', 'S1', 's 1', 'Mueller', 'M\u00FCller', '\u6837\u672C 1']).last).toEqual([])
    const { rows, last } = checked(['S\u00A01', 'S\u00A01'])
    expect([rows[1]!.status, last]).toEqual(['duplicate', []])
  })
})

describe('an invisible character', () => {
  it.each(['\u3164', '\u2800', '\u034F', '\u200B', '\u00AD', '\u115F', '\u{E0041}'])(
    'refuses the name and names the character (%j)',
    (character) => {
      const { rows } = checked([`S${character}1`])
      expect(rows[0]!.problems).toMatchObject([{ rule: 'invisible-character', severity: 'error' }])
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      expect(toEnglish(rows[0]!.problems[0]!.message)).toContain(`U+${code}`)
    },
  )

  it.each([
    ['a selector', 'S\uFE0F1'],
    ['a fixed space', 'S\u00A01'],
    ['a wide space', 'S\u20031'],
    ['a supplementary selector', 'S\u{E0100}1'],
    ['a Persian name', 'علی\u200Cرضا'],
    ['a Sinhala name', 'ශ්\u200Dරී ලංකා'],
    ['a Hindi name', 'क्\u200Dष'],
    ['a picture of several', 'lab \u{1F469}\u{1F3FD}\u200D\u{1F52C}'],
    ['one with a sign how it is drawn', '\u2764\uFE0F\u200D\u{1F525}'],
  ])('but may be meant is warned of: %s', (_, name) => {
    const { rows } = checked([name])
    expect(rows[0]).toMatchObject({
      status: 'valid',
      fields: { client_reference: name },
      problems: [{ rule: 'invisible-character', severity: 'warning' }],
    })
  })

  it.each([
    'S\u200C1',
    'a\u200Db',
    '\u6837\u200D\u672C',
    'علی\u200C\u200Cرضا',
    '\u200Cعلی',
    'علی\u200C رضا',
    'علی\u200Ca',
  ])('is refused where it joins nothing (%j)', (name) => {
    const { rows } = checked([name])
    expect(rows[0]!.problems).toMatchObject([{ rule: 'invisible-character', severity: 'error' }])
  })

  it('is none of those that Chinese and Japanese names are parted by', () => {
    const { rows } = checked(['\u5C71\u7530\u3000\u592A\u90CE'])
    expect(rows[0]).toMatchObject({ status: 'valid', problems: [] })
  })
})
