import { describe, expect, it } from 'vitest'
import { chinese } from './chinese.ts'
import {
  asClause,
  englishReplacer,
  isMessage,
  joinMessages,
  type Message,
  message,
  shortList,
  toEnglish,
  translate,
} from './message.ts'
import { readMessage } from './storedMessage.ts'

const folder = message('adapters.itIsAFolder')
const failed = (reason: string | Message) => message('adapters.couldNotOpened', { name: 'a. B.csv', reason })
const placed = (count: number) => message('samples.ordersPlaced', { count })

describe('a message', () => {
  it('keeps its key and values through JSON and between threads', () => {
    const made = failed(folder)
    expect(made).toStrictEqual({
      key: 'adapters.couldNotOpened',
      values: { name: 'a. B.csv', reason: { key: 'adapters.itIsAFolder', values: {} } },
    })
    expect(structuredClone(made)).toStrictEqual(made)
    expect(JSON.parse(JSON.stringify(made))).toStrictEqual(made)
    for (const one of [made, joinMessages(['a']), asClause(made)]) expect(isMessage(one)).toBe(true)
    for (const one of ['a', null, {}, { key: 'a', values: {}, row: 1 }, { parts: 'a', separator: '' }])
      expect(isMessage(one)).toBe(false)
  })

  it('prints as English and leaves braces in its values unchanged', () => {
    expect(toEnglish(failed(folder))).toBe('“a. B.csv” could not be opened: it is a folder.')
    expect(toEnglish(failed('{{name}}'))).toContain('{{name}}')
    expect(JSON.stringify({ why: [placed(2)] }, englishReplacer)).toBe('{"why":["2 orders placed"]}')
  })

  it('chooses the singular or the plural by `count` and writes thousands with a comma', () => {
    const counts = [0, 1, 2].map((count) => toEnglish(placed(count)))
    expect(counts).toEqual(['0 orders placed', '1 order placed', '2 orders placed'])
    expect(toEnglish(message('comparison.samples', { count: 1234 }))).toBe('1,234 samples')
  })

  it('loses its full stop within a longer sentence', () => {
    const stopped = asClause(message('app.thisWasCanceled'))
    expect([toEnglish(stopped), translate(stopped, chinese)]).toEqual(['This was canceled', '已取消'])
  })
})

describe('a message in Chinese', () => {
  it('translates nested messages and leaves data unchanged', () => {
    expect(translate(failed(folder), chinese)).toBe('无法打开“a. B.csv”：它是文件夹。')
    expect(translate(failed('it is a folder'), chinese)).toBe('无法打开“a. B.csv”：it is a folder。')
    expect(translate(placed(1), chinese)).toBe('1 个订单已下单')
  })

  it('joins Chinese sentences without a space, and foreign ones with one', () => {
    const [paused, canceled] = [message('catalogue.paused'), message('app.thisWasCanceled')]
    const joined = joinMessages([paused, null, 'Down for work.', canceled])
    expect(translate(joined, chinese)).toBe('已暂停。Down for work. 已取消。')
    expect(toEnglish(joined)).toBe('Paused. Down for work. This was canceled.')
  })

  it('shortens lists of names and counts the rest', () => {
    expect(toEnglish(shortList(['a', 'b', 'c'], 2))).toBe('a, b and 1 more')
    expect(toEnglish(shortList(['a', 'b'], 2))).toBe('a, b')
  })
})

describe('a message that an earlier version stored', () => {
  const old = (template: string, ...values: unknown[]) => readMessage({ template, values })

  it('is found by its English template, with its values and plurals', () => {
    expect(old('{0} {1:order|orders} placed', 1, 1)).toEqual(placed(1))
    expect(old('{0} {1:order|orders} placed', 3, 3)).toEqual(placed(3))
    const isFolder = { template: 'it is a folder', values: [] }
    const text = old('“{0}” could not be opened: {1}.', 'a. B.csv', isFolder)
    expect(text && translate(text, chinese)).toBe('无法打开“a. B.csv”：它是文件夹。')
  })

  it('has the values that were stored', () => {
    const named = readMessage({ template: 'A sentence of earlier versions with {0}.', values: ['liver-1'] })
    expect(named && 'values' in named && Object.values(named.values)).toStrictEqual(['liver-1'])
  })

  it('stays joined as it was', () => {
    const stopped = { template: 'This was canceled.', values: [] }
    expect(old('{0} {1}', stopped, 'b')).toEqual(joinMessages([message('app.thisWasCanceled'), 'b']))
    expect(old('{0}; {1}; {2}', 'a', 'b', 'c')).toEqual(joinMessages(['a', 'b', 'c'], '; '))
    expect(old('{0}', 'a')).toEqual(joinMessages(['a']))
  })

  it('prints in English if its sentence has changed since', () => {
    const text = old('{0} {1:goose was|geese were} read from {2}.', 1234, 2, '{0}.csv')
    expect(text && [toEnglish(text), translate(text, chinese)]).toEqual(
      Array(2).fill('1234 geese were read from {0}.csv.'),
    )
    expect(isMessage(text)).toBe(true)
  })

  it('is read from plain English, and is nothing for other JSON', () => {
    expect(readMessage('The disk is full.')).toEqual(joinMessages(['The disk is full.']))
    for (const other of [null, undefined, 1, [], {}, { template: 1, values: [] }])
      expect(readMessage(other)).toBeNull()
  })
})
