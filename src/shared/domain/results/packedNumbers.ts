/** Packed numbers: 64-bit little-endian floats as base64. NaN means "no value". */
export type Packed = { f64: string }

const chunkBytes = 0x2000

/** Packs numbers. It runs in every process, so it uses only functions that browsers and Node share. */
export function pack(numbers: Float64Array): Packed {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  let text = ''
  for (let from = 0; from < bytes.length; from += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(from, from + chunkBytes))
  return { f64: btoa(text) }
}

/** Throws `RangeError` if the text ends with an incomplete number. */
export function unpack({ f64 }: Packed): Float64Array<ArrayBuffer> {
  const text = atob(f64)
  if (text.length % 8 !== 0) throw new RangeError('Packed numbers end in the middle of one.')
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return new Float64Array(bytes.buffer)
}
