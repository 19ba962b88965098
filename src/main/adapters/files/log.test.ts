import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { createLog, redactSecrets } from './log.ts'

describe('the log', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = newFolder()
    file = join(folder, 'pathclock.log')
  })

  it('writes one JSON line immediately, with the allowed fields only', async () => {
    createLog(file).write('error', 'unforeseen error', {
      reference: 'ab12cd34',
      method: 'drugs.search',
      apiKey: 'never',
    })
    const line = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
    expect(line).toMatchObject({ level: 50, msg: 'unforeseen error', reference: 'ab12cd34' })
    expect(Object.keys(line).sort()).toEqual(['level', 'method', 'msg', 'reference', 'time'])
    expect((await stat(file)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  })

  it.each([
    'GET https://service.example/v1/drugs?access_token=CANARY12 failed',
    'redirected to http://127.0.0.1:4100/callback#code=CANARY12',
    'Authorization: Bearer CANARY12',
    '{"refresh_token":"CANARY12"}',
    'api_key=CANARY12',
    'sent CANARY12aaaaaaaaaaaaaaaaaaaaaaaa1 to the service',
    'eyJhbGciOiJIUzI1NiJ9CANARY12xxxx.eyJzdWIiOiIxCANARY12xxxx',
  ])('removes anything that looks like a secret: %s', async (text) => {
    createLog(file).write('warn', text, { stack: `Error: ${text}\n    at run (/app/main.js:1:2)` })
    const written = await readFile(file, 'utf8')
    expect(written).not.toContain('CANARY12')
    expect(written).toContain('at run (/app/main.js:1:2)')
  })

  it('keeps the sentences and locations that a reader needs', () => {
    const stack =
      'TypeError: x is undefined\n    at createRemoteService (file:///opt/Pathclock/out/main/index.js:120:33)'
    expect(redactSecrets(stack)).toBe(stack)
  })

  it('rotates a large log and keeps the old one', async () => {
    await writeFile(file, 'x'.repeat(5_000_001))
    createLog(file).write('info', 'started')
    expect((await stat(`${file}.old`)).size).toBe(5_000_001)
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2)
  })

  it('lets the app continue if the log cannot be written', () => {
    expect(() => createLog(folder).write('info', 'started')).not.toThrow()
  })
})
