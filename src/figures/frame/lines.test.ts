import { describe, expect, it } from 'vitest'
import { breakLine } from './lines.ts'

/** Chinese signs are twice as wide as Latin letters. */
const measure = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/gu)?.length ?? 0)

describe('breakLine', () => {
  it('breaks Chinese text between its signs, and no Latin word within it', () => {
    expect(breakLine('预测：pathway_age，pathway-clock 原始返回值', 28, measure)).toEqual([
      '预测：pathway_age，',
      'pathway-clock 原始返回值',
    ])
  })

  it('puts no closing sign at the start of a line and no opening one at its end', () => {
    expect(breakLine('登记表的年龄（岁）', 14, measure)).toEqual(['登记表的年龄', '（岁）'])
    expect(breakLine('登记表的年龄，岁', 12, measure)).toEqual(['登记表的年', '龄，岁'])
  })

  it('breaks English at spaces, and a word only where it is wider than a line', () => {
    expect(breakLine('one two three', 8, measure)).toEqual(['one two', 'three'])
    expect(breakLine('a deoxyribonucleic', 8, measure)).toEqual(['a', 'deoxyrib', 'onucleic'])
  })

  it('loses no sign of a text', () => {
    const text = 'n = 3（对照组），q < 0.05：mTOR、AMPK  and more'
    expect(breakLine(text, 9, measure).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})
