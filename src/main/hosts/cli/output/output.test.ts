import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createOutput, type Streams, shellQuoted } from './output.ts'

function collect() {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString('utf8'))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

const hostile = 'a\u001b[2J\u0007\u009b31m\r\u202eb'

it('text from a service cannot move the cursor, change colors or overwrite a line', () => {
  const [stdout, stderr] = [collect(), collect()]
  const streams = { stdout: stdout.stream, stderr: stderr.stream } as unknown as Streams
  const output = createOutput(streams, false)
  output.print(`one\n${hostile}`)
  output.warn(`two\n${hostile}`)
  expect(stdout.text()).toBe('one\na [2J  31m  b\n')
  expect(stderr.text()).toBe('two\na [2J  31m  b\n')
})

it('a line of JSON contains no control character, but decodes to the same value', () => {
  const stdout = collect()
  const output = createOutput({ stdout: stdout.stream } as unknown as Streams, true)
  output.record({ type: 'sample', status: hostile })
  expect(stdout.text()).toMatch(/^[^\p{Cc}]*\n$/u)
  expect(JSON.parse(stdout.text())).toEqual({ type: 'sample', status: hostile })
})

it.each([
  ['being made', "'being made'"],
  ['$(touch x)`y`"', `'$(touch x)\`y\`"'`],
  ["it's", `'it'\\''s'`],
])('%j is quoted for a shell as %s', (text, quoted) => {
  expect(shellQuoted(text)).toBe(quoted)
})
