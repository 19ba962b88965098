import { describe, expect, it } from 'vitest'
import { breakLine } from './lines.ts'

/** Measures a text. Chinese characters are twice as wide as Latin letters. */
const measure = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/gu)?.length ?? 0)

describe('breakLine', () => {
  it('breaks between Chinese characters but not within a Latin word', () => {
    expect(breakLine('预测：pathway_age，pathway-clock 原始返回值', 28, measure)).toEqual([
      '预测：pathway_age，',
      'pathway-clock 原始返回值',
    ])
  })

  it('does not start a line with closing punctuation or end it with opening punctuation', () => {
    expect(breakLine('登记表的年龄（岁）', 14, measure)).toEqual(['登记表的年龄', '（岁）'])
    expect(breakLine('登记表的年龄，岁', 12, measure)).toEqual(['登记表的年', '龄，岁'])
  })

  it('breaks English at spaces, and inside a word only if it is wider than a line', () => {
    expect(breakLine('one two three', 8, measure)).toEqual(['one two', 'three'])
    expect(breakLine('a deoxyribonucleic', 8, measure)).toEqual(['a', 'deoxyrib', 'onucleic'])
  })

  it('keeps every character of a text', () => {
    const text = 'n = 3（对照组），q < 0.05：mTOR、AMPK  and more'
    expect(breakLine(text, 9, measure).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  })
})
