import { describe, expect, it } from 'vitest'
import { createTranslator } from './translator.ts'
import { sentences } from './zhCN.ts'

const say = createTranslator(sentences)

describe('sentences of the services in Chinese', () => {
  it('are said again, with their values in the order of the other language', () => {
    expect(say('The service did not finish its response to GET /samples within 30 s. Try again.')).toBe(
      '服务在 30 秒内没有对 GET /samples 给出完整的应答。请重试。',
    )
  })

  it('hold sentences within sentences', () => {
    expect(
      say(
        'The service gave no whole answer to GET /users/me: the connection failed. Check the network and the address of the service.',
      ),
    ).toBe('服务没有对 GET /users/me 给出完整的应答：连接失败。请检查网络和服务的地址。')
    expect(
      say(
        '“a. B.csv” could not be saved: the disk is full. Nothing was written; choose another place, or try again.',
      ),
    ).toBe('无法保存“a. B.csv”：磁盘已满。未写入任何内容；请选择其他位置，或重试。')
    expect(
      say(
        'The service cannot be reached: its name could not be found. Check the network and the address of the service.',
      ),
    ).toBe('无法连接服务：找不到其名称。请检查网络和服务的地址。')
  })

  it('keep what stands in quotation marks, even where it is a sentence that is known', () => {
    expect(say('“the disk is full” is empty. Choose another file.')).toBe(
      '“the disk is full”是空的。请选择另一个文件。',
    )
  })

  it('keep a name without quotation marks, even where it is known, or looks like two sentences', () => {
    for (const id of ['read', 'a. B', 'the disk is full'])
      for (const [sentence, translated] of [
        [`The service does not know sample ${id}.`, `服务不知道样本 ${id}。`],
        [`The register has no sample ${id}.`, `登记表中没有样本 ${id}。`],
        [`${id}: Paused.`, `${id}：已暂停。`],
        [`There are: M-1, ${id} and 3 more.`, `现有：M-1, ${id}，以及另外 3 个。`],
      ] as const)
        expect(say(sentence)).toBe(translated)
    expect(say('The service does not know sample a. B. Then refresh the samples again.')).toBe(
      '服务不知道样本 a. B。然后再次刷新样本。',
    )
  })

  it('keep what the service said', () => {
    expect(
      say(
        'The service failed (503): Down for work. Back soon. Try again later; if it stays, tell whoever runs the service (request r-1).',
      ),
    ).toBe(
      '服务出错（503）：Down for work. Back soon. 请稍后重试；如果仍然如此，请告知服务的管理者（请求 r-1）。',
    )
    expect(say('The service does not know sample S-1.')).toBe('服务不知道样本 S-1。')
  })

  it('stay in English where nobody knows them, beside those that are known', () => {
    expect(say('Something that nobody has written.')).toBe('Something that nobody has written.')
    expect(say('Odd words of a library. Paused.')).toBe('Odd words of a library. 已暂停。')
  })

  it('are those of zod, too', () => {
    expect(say('Too small: expected string to have >=1 characters')).toBe('过短：至少 1 个字符')
  })

  it('leave texts alone that are no sentences', () => {
    for (const text of ['', '12', 'S-0001', '样本', 'x'.repeat(5000)]) expect(say(text)).toBe(text)
  })

  it('come to an end with a text made to mislead them', () => {
    for (const text of ['“'.repeat(1900), 'A. '.repeat(1300), ': '.repeat(1900)]) expect(say(text)).toBe(text)
  })
})

it('remembers what it has said, and no text that is too long to be a sentence', () => {
  let lookups = 0
  const counting = new Proxy(sentences, {
    getOwnPropertyDescriptor: (target, name) => {
      if (name === 'It is gone.') lookups += 1
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
  const sayCounted = createTranslator(counting)
  sayCounted('It is gone.')
  expect(lookups).toBeGreaterThan(0)
  const before = lookups
  for (let number = 0; number < 2100; number++) {
    const text = `${number} ${'x'.repeat(4000)}`
    expect(sayCounted(text)).toBe(text)
  }
  sayCounted('It is gone.')
  expect(lookups).toBe(before)
})
