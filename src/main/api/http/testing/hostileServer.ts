import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const json = { 'Content-Type': 'application/json' }
const megabyte = Buffer.alloc(1024 * 1024, 0x20)
/** 16 MB of spaces compressed to 16 kB. One body may contain several of these parts. */
const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20))
/** Practically endless, but finite for a reader without a limit. */
const endlessMb = 300

/** Writes `count` parts at the speed of the reader, or until the connection closes. */
function writeRepeatedly(response: ServerResponse, part: Buffer, count: number): void {
  let left = count
  const write = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(part)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}

function writeSlowly(response: ServerResponse, part: string): void {
  const timer = setInterval(() => response.write(part), 20)
  response.once('close', () => clearInterval(timer))
}

const respondWith =
  (headers: Record<string, string>, body: string | Buffer, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers)
    response.end(body)
  }

const manyNames = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, at) => `"n${first + at}":1`)

/** The response to each case, by name. */
const hostileAnswers: Record<string, (response: ServerResponse) => void> = {
  'no headers': () => undefined,
  'slow headers': ({ socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nX-A: ')
    const timer = setInterval(() => socket?.write('a'), 20)
    socket?.once('close', () => clearInterval(timer))
  },
  'slow body': (response) => {
    response.writeHead(200, json)
    response.write('{"code":200,"data":"')
    writeSlowly(response, 'x')
  },
  'endless body': (response) => {
    response.writeHead(200, json)
    writeRepeatedly(response, megabyte, endlessMb)
  },
  'body that announces 10 GB': (response) => {
    response.writeHead(200, { ...json, 'Content-Length': String(10e9) })
    writeRepeatedly(response, megabyte, endlessMb)
  },
  'compressed bomb': (response) => {
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
    writeRepeatedly(response, bomb, endlessMb / 16)
  },
  '100k deep lists': respondWith(json, `{"code":200,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  '100k deep records': respondWith(
    json,
    `{"code":200,"data":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  ),
  'millions of values': respondWith(json, `{"code":200,"data":[${'{},'.repeat(4_500_000)}{}]}`),
  'a record of 900,000 names': respondWith(json, `{"code":200,"data":{${manyNames(900_000).join(',')}}}`),
  '900,000 names in small records': respondWith(
    json,
    `{"code":200,"data":[${Array.from({ length: 9000 }, (_, at) => `{${manyNames(100, at * 100).join(',')}}`).join(',')}]}`,
  ),
  'as many names as are read': respondWith(json, `{"code":200,"data":[{${manyNames(99_000).join(',')}}]}`),
  '16 MB of one text': respondWith(json, `{"code":200,"data":"${'x'.repeat(14_500_000)}"}`),
  'HTML for JSON': respondWith({ 'Content-Type': 'text/html' }, '<html><h1>Welcome</h1></html>'),
  'HTML that says it is JSON': respondWith(json, '<html><h1>Welcome</h1></html>'),
  'HTML with 502': respondWith({ 'Content-Type': 'text/html' }, '<html>bad gateway</html>', 502),
  empty: respondWith(json, ''),
  'no content': (response) => {
    response.writeHead(204)
    response.end()
  },
  'JSON null': respondWith(json, 'null'),
  'bytes that are no text': respondWith(json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'gzip that is none': respondWith({ ...json, 'Content-Encoding': 'gzip' }, '{"code":200}'),
  'body cut off': (response) => {
    response.writeHead(200, { ...json, 'Content-Length': '1000' })
    response.write('{"code":200', () => response.destroy())
  },
  'headers of 1 MB': ({ socket }) => {
    socket?.end(`HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(8000)}\r\n`.repeat(125)}\r\n`)
  },
  'no HTTP at all': ({ socket }) => void socket?.end('220 mail.example ESMTP ready\r\n'),
}

/** Starts a server on 127.0.0.1. The first part of a path is the number of a case; `well` responds normally. */
export async function startHostileServer() {
  const names = Object.keys(hostileAnswers)
  const server = createServer((request, response) => {
    const [, caseNumber = ''] = (request.url ?? '').split('/')
    const play = hostileAnswers[names[Number(caseNumber)] ?? '']
    response.on('error', () => undefined)
    if (play) play(response)
    else respondWith(json, '{"code":200,"data":{"user_id":"u-1"}}')(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
