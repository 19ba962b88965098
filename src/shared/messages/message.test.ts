import { describe, expect, it } from 'vitest'
import { englishReplacer, isMessage, joinMessages, message, plural, shortList, toEnglish } from './message.ts'
import { translate } from './translate.ts'
import { zhCN } from './zhCN.ts'

const failed = (reason: Parameters<typeof message>[1]) =>
  message`“${'a. B.csv'}” could not be opened: ${reason}.`

describe('a message', () => {
  it('keeps its template and values through JSON and between threads', () => {
    const made = failed(message`it is a folder`)
    expect(made).toStrictEqual({
      template: '“{0}” could not be opened: {1}.',
      values: ['a. B.csv', { template: 'it is a folder', values: [] }],
    })
    expect(structuredClone(made)).toStrictEqual(made)
    expect(JSON.parse(JSON.stringify(made))).toStrictEqual(made)
    expect(isMessage(made)).toBe(true)
  })

  it('prints as English and leaves braces in its values unchanged', () => {
    expect(toEnglish(failed(message`it is a folder`))).toBe('“a. B.csv” could not be opened: it is a folder.')
    expect(toEnglish(message`${'{1}'} and ${'{0}'}`)).toBe('{1} and {0}')
    expect(JSON.stringify({ why: [message`${2} rows`] }, englishReplacer)).toBe('{"why":["2 rows"]}')
  })

  it('has one template for singular and plural', () => {
    const waiting = (count: number) => message`${count} ${plural(count, 'row waits', 'rows wait')}.`
    expect([0, 1, 2].map((count) => toEnglish(waiting(count)))).toEqual([
      '0 rows wait.',
      '1 row waits.',
      '2 rows wait.',
    ])
    expect(waiting(1).template).toBe(waiting(2).template)
  })
})

describe('a message in Chinese', () => {
  it('is found by its template, also for nested messages, and leaves data unchanged', () => {
    expect(translate(failed(message`it is a folder`), zhCN)).toBe('无法打开“a. B.csv”：它是文件夹。')
    expect(translate(failed('it is a folder'), zhCN)).toBe('无法打开“a. B.csv”：it is a folder。')
    expect(translate(message`${1} ${plural(1, 'order')} placed`, zhCN)).toBe('1 个订单已下单')
  })

  it('falls back to English if the table lacks the template', () => {
    expect(translate(message`Nobody wrote ${'this'}.`, zhCN)).toBe('Nobody wrote this.')
    expect(translate(message`It is a sentence of an earlier version.`, zhCN)).toBe(
      'It is a sentence of an earlier version.',
    )
  })

  it('joins Chinese sentences without a space, and foreign ones with one', () => {
    const stopped = message`This was canceled.`
    const joined = [message`Paused.`, null, 'Down for work.', stopped]
    expect(translate(joinMessages(joined), zhCN)).toBe('已暂停。Down for work. 已取消。')
    expect(toEnglish(joinMessages(joined))).toBe('Paused. Down for work. This was canceled.')
  })

  it('shortens lists of names and counts the rest', () => {
    expect(toEnglish(message`${shortList(['a', 'b', 'c'], 2)}`)).toBe('a, b and 1 more')
    expect(toEnglish(message`${shortList(['a', 'b'], 2)}`)).toBe('a, b')
  })
})
