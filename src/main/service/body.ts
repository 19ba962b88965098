/** Far above any answer of the service, far below what would hurt the process. */
const maxBodyBytes = 64 * 1024 * 1024

/** The body was larger than is ever read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/**
 * Reads a body whole; stops at the limit, counted after decompression, so that a bomb cannot fill the memory, and at
 * the signal, which closes the connection.
 */
export async function readBody(
  response: Response,
  signal: AbortSignal,
  limitBytes = maxBodyBytes,
): Promise<Uint8Array> {
  if (Number(response.headers.get('Content-Length') ?? 0) > limitBytes) throw await cancelTooLarge(response)
  if (!response.body) return new Uint8Array()
  const chunks: (Uint8Array | undefined)[] = []
  let size = 0
  const reader = response.body.getReader()
  const cancel = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (let result = await reader.read(); !result.done; result = await reader.read()) {
      size += result.value.byteLength
      if (size > limitBytes) {
        await reader.cancel().catch(() => undefined)
        throw new BodyTooLarge()
      }
      chunks.push(result.value)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  // A body that was given up ends like a whole one.
  signal.throwIfAborted()
  return concatenate(chunks, size)
}

async function cancelTooLarge(response: Response): Promise<BodyTooLarge> {
  await response.body?.cancel().catch(() => undefined)
  return new BodyTooLarge()
}

/** Each part is let go as it is copied: the two together would be the most memory an answer takes. */
function concatenate(chunks: (Uint8Array | undefined)[], size: number): Uint8Array {
  const merged = new Uint8Array(size)
  let offset = 0
  for (const [index, chunk = new Uint8Array()] of chunks.entries()) {
    merged.set(chunk, offset)
    offset += chunk.byteLength
    chunks[index] = undefined
  }
  return merged
}
