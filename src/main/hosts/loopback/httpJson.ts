import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  Failure,
  type FailureCode,
  type FailureDetails,
  type Reply,
} from '../../../shared/contract/failures.ts'
import type { Message } from '../../../shared/words/message.ts'

/** The headers for everything except pages: never cached, sniffed, framed or executed. */
export const plainHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, {
    ...plainHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.byteLength,
    ...headers,
  })
  response.end(body)
}

/** Sends a failure in the shape of every reply, so that the page can show it. */
export function sendFailure<C extends FailureCode>(
  response: ServerResponse,
  status: number,
  ...[code, message, details]: [C, Message, FailureDetails[C]]
): void {
  const reply: Reply<never> = { ok: false, failure: new Failure(code, message, details).toData() }
  // Closes the connection instead of waiting for the rest of the body.
  sendJson(response, status, reply, { Connection: 'close' })
}

type BodyRejection = { status: 400 | 408 | 413 | 415 }

/** Reads the JSON body, or returns the reason of a rejection: 415, 413, 400, or 408 after `timeoutMs`. */
export async function readJson(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: { maxBytes: number; timeoutMs: number },
): Promise<{ value: unknown } | BodyRejection> {
  // A form of a foreign page can send only three other types.
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json') return { status: 415 }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<BodyRejection>((resolve) => {
    timer = setTimeout(() => resolve({ status: 408 }), timeoutMs).unref()
  })
  const body = readBody(request, maxBytes)
  try {
    return await Promise.race([body, timeout])
  } finally {
    clearTimeout(timer)
    // A late body ends with its connection.
    body.catch(() => undefined)
  }
}

async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<{ value: unknown } | BodyRejection> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > maxBytes) return { status: 413 }
    chunks.push(chunk)
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown }
  } catch {
    return { status: 400 }
  }
}
