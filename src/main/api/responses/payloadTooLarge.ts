import { Failure } from '../../../shared/contract/failures.ts'
import type { Problem } from './envelope.ts'

/** A refusal because of the size of a request, or of its list of pathways as a whole. */
class PayloadTooLarge extends Failure<'rejected'> {
  /** False if the service did not mention the size. The cause may then be an unknown name. */
  readonly isCertain: boolean

  constructor({ userMessage, details }: Failure<'rejected'>, isCertain: boolean) {
    super('rejected', userMessage, details)
    this.isCertain = isCertain
  }
}

const sizeWords =
  /\b(too (many|much|long|large|big)|limit(ed|s)?|length|size|max(imum)?|at most|exceed\w*|more than|up to)\b/i

/** Marks a refusal because of size: 413, or a 400 or 422 that names `pathways` but none of its entries. */
export function toPayloadTooLarge(
  status: number,
  { text, fields }: Problem,
  rejection: Failure<'rejected'>,
): Failure<'rejected'> {
  if (status === 413) return new PayloadTooLarge(rejection, true)
  if (status !== 400 && status !== 422) return rejection
  const pathwayProblems = fields.filter(({ field }) => /(^|[./])pathways$/i.test(field))
  if (pathwayProblems.length === 0 && !/\bpathways\b/i.test(text ?? '')) return rejection
  return new PayloadTooLarge(
    rejection,
    [text ?? '', ...pathwayProblems.map(({ message }) => message)].some((candidate) =>
      sizeWords.test(candidate),
    ),
  )
}

/**
 * Sends a list whole, and if the service refuses its size, in chunks of half the size, and so on. Returns the responses
 * in the order of the list, and the chunk size. If the service does not mention the size, halves are tried once; if one
 * of them is refused in the same way, throws the first refusal.
 */
export async function sendInChunks<T>(
  list: readonly string[],
  initialSize: number,
  sendChunk: (chunk: string[]) => Promise<T>,
): Promise<{ answers: T[]; size: number }> {
  const answers: T[] = []
  let size = Math.min(initialSize, list.length)
  let guess: { rejection: PayloadTooLarge; end: number } | undefined
  for (let at = 0; at < list.length; ) {
    const chunk = list.slice(at, at + size)
    try {
      answers.push(await sendChunk(chunk))
      at += chunk.length
    } catch (error) {
      if (!(error instanceof PayloadTooLarge)) throw error
      if (!error.isCertain && guess) throw at < guess.end ? guess.rejection : error
      if (chunk.length < 2) throw error
      if (!error.isCertain) guess = { rejection: error, end: at + chunk.length }
      size = Math.ceil(chunk.length / 2)
    }
  }
  return { answers, size }
}
